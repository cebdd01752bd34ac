! Requests of an operation and of messages in one waitall.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory, sent, received, requests(3), next, before
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  memory = -1
  sent = 7 * rank
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Irecv(received, 1, MPI_INTEGER, before, 3, MPI_COMM_WORLD, requests(1), ierr)
  call MPI_Rput(sent, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER, win, requests(2), ierr)
  call MPI_Isend(sent, 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, requests(3), ierr)
  call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE, ierr)
  if (received /= 7 * before) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  if (any(requests /= MPI_REQUEST_NULL)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (memory /= 7 * before) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
