! A dynamic window: memory is attached, and its address told by a message.
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2)
  integer(kind=MPI_ADDRESS_KIND) :: address, theirs(0:3)
  memory = 0
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_attach(win, memory, int(8, MPI_ADDRESS_KIND), ierr)
  call MPI_Get_address(memory(2), address, ierr)
  call MPI_Allgather(address, 1, MPI_AINT, theirs, 1, MPI_AINT, MPI_COMM_WORLD, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(rank + 1, 1, MPI_INTEGER, mod(rank + 1, size), theirs(mod(rank + 1, size)), 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(2) /= mod(rank + size - 1, size) + 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_detach(win, memory, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
