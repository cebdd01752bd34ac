! lock_all, fetch_and_op, compare_and_swap, the flushes and sync.
! SMPI's own: it has no MPI_Win_sync in Fortran
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2), one, old, i
  integer(kind=MPI_ADDRESS_KIND) :: zero, first
  zero = 0
  first = 1
  one = 1
  memory = 0
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  do i = 0, size - 1
    call MPI_Fetch_and_op(one, old, MPI_INTEGER, i, zero, MPI_SUM, win, ierr)
    call MPI_Win_flush(i, win, ierr)
    if (old < 0 .or. old >= size) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Compare_and_swap(rank + 1, 0, old, MPI_INTEGER, 0, first, win, ierr)
  call MPI_Win_flush_local(0, win, ierr)
  call MPI_Win_flush_local_all(win, ierr)
  call MPI_Win_flush_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_sync(win, ierr)
  if (memory(1) /= size) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  if (rank == 0 .and. (memory(2) < 1 .or. memory(2) > size)) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
