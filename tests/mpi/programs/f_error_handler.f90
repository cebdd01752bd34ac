! With MPI_ERRORS_RETURN the error code is the last argument; a program's own handler is called.
! SMPI's own: it has no MPI_Win_set_errhandler in Fortran
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory, handler, set, class
  integer(kind=MPI_ADDRESS_KIND) :: zero
  integer :: calls
  common /handled/ calls
  external handle
  zero = 0
  calls = 0
  call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(rank, 1, MPI_INTEGER, size, zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Error_class(ierr, class, ierr)
  if (class /= MPI_ERR_RANK) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_create_errhandler(handle, handler, ierr)
  call MPI_Win_set_errhandler(win, handler, ierr)
  call MPI_Win_get_errhandler(win, set, ierr)
  if (set /= handler) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Put(rank, -1, MPI_INTEGER, 0, zero, -1, MPI_INTEGER, win, ierr)
  call MPI_Win_call_errhandler(win, MPI_ERR_COUNT, ierr)
  if (calls /= 2) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

subroutine handle(win, code)
  use mpi
  implicit none
  integer :: win, code, calls
  common /handled/ calls
  if (win /= MPI_WIN_NULL .and. code == MPI_ERR_COUNT) calls = calls + 1
end subroutine
