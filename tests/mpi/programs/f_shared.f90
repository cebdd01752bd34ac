! A shared window: the neighbour's part by its address.
! options: --set platform.ranks_per_node=4
! SMPI's own: it has no MPI_Win_allocate_shared in Fortran
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  use_of: block
  use, intrinsic :: iso_c_binding
  integer, pointer :: mine(:), next(:)
  type(c_ptr) :: base
  integer :: unit
  integer(kind=MPI_ADDRESS_KIND) :: bytes, address
  bytes = 8
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierr)
  call c_f_pointer(transfer(address, base), mine, (/ 2 /))
  call MPI_Win_shared_query(win, mod(rank + 1, size), bytes, unit, address, ierr)
  if (bytes /= 8 .or. unit /= 4) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call c_f_pointer(transfer(address, base), next, (/ 2 /))
  call MPI_Win_fence(0, win, ierr)
  next(2) = rank
  call MPI_Win_fence(0, win, ierr)
  if (mine(2) /= mod(rank + size - 1, size)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  end block use_of
  call MPI_Win_free(win, ierr)
end subroutine
