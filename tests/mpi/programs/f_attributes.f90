! The window's own attributes are numbers; a program's come back as they were set. Names, too.
! SMPI's own: it gives addresses
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2), keyval, length
  integer(kind=MPI_ADDRESS_KIND) :: value, address
  logical :: found
  character(len=MPI_MAX_OBJECT_NAME) :: name
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, found, ierr)
  if (.not. found .or. value /= 8) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, found, ierr)
  if (.not. found .or. value /= 4) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Win_get_attr(win, MPI_WIN_BASE, value, found, ierr)
  call MPI_Get_address(memory, address, ierr)
  if (.not. found .or. value /= address) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, keyval, address, ierr)
  value = 1234567 + rank
  call MPI_Win_set_attr(win, keyval, value, ierr)
  value = 0
  call MPI_Win_get_attr(win, keyval, value, found, ierr)
  if (.not. found .or. value /= 1234567 + rank) call MPI_Abort(MPI_COMM_WORLD, 4, ierr)
  call MPI_Win_delete_attr(win, keyval, ierr)
  call MPI_Win_get_attr(win, keyval, value, found, ierr)
  if (found) call MPI_Abort(MPI_COMM_WORLD, 5, ierr)
  call MPI_Win_set_name(win, "halo", ierr)
  call MPI_Win_get_name(win, name, length, ierr)
  if (length /= 4 .or. name(1:4) /= "halo") call MPI_Abort(MPI_COMM_WORLD, 6, ierr)
  call MPI_Win_free_keyval(keyval, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
