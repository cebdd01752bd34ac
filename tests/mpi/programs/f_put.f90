! Puts of integers into the next rank's window, between fences.
! SMPI's own: its MPI_Win_free in Fortran leaves the handle as it was
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  memory = -1
  bytes = 16
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  disp = 2
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(3) /= mod(rank + size - 1, size) .or. memory(2) /= -1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_free(win, ierr)
  if (win /= MPI_WIN_NULL) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
end subroutine
