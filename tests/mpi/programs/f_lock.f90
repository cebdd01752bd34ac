! A counter of rank 0 under an exclusive lock.
! SMPI's own: it waits for ever
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: counter, seen, i
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  counter = 0
  call MPI_Win_create(counter, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  do i = 1, 3
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierr)
    call MPI_Get(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_flush(0, win, ierr)
    seen = seen + 1
    call MPI_Put(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_unlock(0, win, ierr)
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
  call MPI_Get(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  if (seen /= 3 * size) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
