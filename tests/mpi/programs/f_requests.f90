! Requests of operations in wait, waitall, test and waitany.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(4), got(4), requests(4), i, index, status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4)
  logical :: done
  integer(kind=MPI_ADDRESS_KIND) :: disp
  memory = (/ 1, 2, 3, 4 /) + 10 * rank
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  do i = 1, 4
    disp = i - 1
    call MPI_Rget(got(i), 1, MPI_INTEGER, mod(rank + i, size), disp, 1, MPI_INTEGER, win, requests(i), ierr)
  end do
  call MPI_Wait(requests(1), status, ierr)
  if (requests(1) /= MPI_REQUEST_NULL) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  if (got(1) /= 1 + 10 * mod(rank + 1, size)) call MPI_Abort(MPI_COMM_WORLD, 6, ierr)
  done = .false.
  do while (.not. done)
    call MPI_Test(requests(2), done, MPI_STATUS_IGNORE, ierr)
  end do
  if (got(2) /= 2 + 10 * mod(rank + 2, size)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Waitany(4, requests, index, status, ierr)
  if (index /= 3 .and. index /= 4) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Waitall(4, requests, statuses, ierr)
  do i = 1, 4
    if (got(i) /= i + 10 * mod(rank + i, size)) call MPI_Abort(MPI_COMM_WORLD, 4, ierr)
    if (requests(i) /= MPI_REQUEST_NULL) call MPI_Abort(MPI_COMM_WORLD, 5, ierr)
  end do
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
