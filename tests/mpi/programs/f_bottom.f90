! Two variables, by their addresses, from MPI_BOTTOM.
! SMPI's own: its operations take MPI_BOTTOM for a variable in Fortran, and end
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win, both, left, right
  integer :: memory(4)
  integer, volatile :: whole
  double precision, volatile :: part
  double precision :: seen
  integer :: lengths(2), types(2)
  integer(kind=MPI_ADDRESS_KIND) :: places(2), disp
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  memory = 0
  whole = 7 + rank
  part = 0.5d0 + rank
  lengths = 1
  types = (/ MPI_INTEGER, MPI_DOUBLE_PRECISION /)
  call MPI_Get_address(whole, places(1), ierr)
  call MPI_Get_address(part, places(2), ierr)
  call MPI_Type_create_struct(2, lengths, places, types, both, ierr)
  call MPI_Type_commit(both, ierr)
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(MPI_BOTTOM, 1, both, right, disp, 12, MPI_BYTE, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  seen = transfer(memory(2:3), seen)
  if (memory(1) /= 7 + left .or. seen /= 0.5d0 + left) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  whole = 0
  part = 0
  call MPI_Get(MPI_BOTTOM, 1, both, right, disp, 12, MPI_BYTE, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (whole /= 7 + rank .or. part /= 0.5d0 + rank) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Type_free(both, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
