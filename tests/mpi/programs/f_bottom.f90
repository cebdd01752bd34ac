! MPI_BOTTOM with a type whose displacement is an address; MPI_PROC_NULL as the target.
! SMPI's own: its MPI_Put in Fortran takes MPI_BOTTOM for a buffer
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory, sent, at_sent, lengths(1)
  integer(kind=MPI_ADDRESS_KIND) :: zero, addresses(1)
  zero = 0
  memory = -1
  sent = 5 + rank
  lengths = 1
  call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Get_address(sent, addresses(1), ierr)
  call MPI_Type_create_hindexed(1, lengths, addresses, MPI_INTEGER, at_sent, ierr)
  call MPI_Type_commit(at_sent, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(MPI_BOTTOM, 1, at_sent, mod(rank + 1, size), zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Put(sent, 1, MPI_INTEGER, MPI_PROC_NULL, zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory /= 5 + mod(rank + size - 1, size)) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Type_free(at_sent, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
