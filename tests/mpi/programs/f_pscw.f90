! Post, start, complete, wait and test in a ring.
! SMPI's own: it has no MPI_Win_test in Fortran
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory, world, to, from, ranks(1)
  logical :: over
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  memory = -1
  call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_get_group(win, world, ierr)
  ranks(1) = mod(rank + 1, size)
  call MPI_Group_incl(world, 1, ranks, to, ierr)
  ranks(1) = mod(rank + size - 1, size)
  call MPI_Group_incl(world, 1, ranks, from, ierr)
  call MPI_Win_post(from, 0, win, ierr)
  call MPI_Win_start(to, 0, win, ierr)
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_complete(win, ierr)
  if (mod(rank, 2) == 0) then
    call MPI_Win_wait(win, ierr)
  else
    over = .false.
    do while (.not. over)
      call MPI_Win_test(win, over, ierr)
    end do
  end if
  if (memory /= ranks(1)) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Group_free(to, ierr)
  call MPI_Group_free(from, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
