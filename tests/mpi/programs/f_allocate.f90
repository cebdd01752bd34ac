! A window of MPI_Win_allocate, whose address Fortran reaches through a C pointer.
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  use_of: block
  use, intrinsic :: iso_c_binding
  integer, pointer :: memory(:)
  type(c_ptr) :: base
  integer(kind=MPI_ADDRESS_KIND) :: bytes, address, disp
  bytes = 8
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierr)
  base = transfer(address, base)
  call c_f_pointer(base, memory, (/ 2 /))
  memory = 0
  call MPI_Win_fence(0, win, ierr)
  disp = 1
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(2) /= mod(rank + size - 1, size) .or. memory(1) /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end block use_of
  call MPI_Win_free(win, ierr)
end subroutine
