! Raccumulate, Rget_accumulate and Get_accumulate.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2), one(2), old(2), request
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  one = (/ 1, 10 /)
  memory = 0
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Raccumulate(one, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Rget_accumulate(one, 2, MPI_INTEGER, old, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, &
                           request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  if (old(2) /= 10 * old(1) .or. old(1) < 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Get_accumulate(one, 2, MPI_INTEGER, old, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, ierr)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. any(memory /= 3 * size * one)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
