! Programs in Fortran: accumulates, requests, attributes, errors, threads.

! program f_accumulate: Sums of real and complex numbers, and .or. of logical ones.
subroutine test_f_accumulate(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  real :: x
  double precision :: d
  complex :: c
  double complex :: z
  logical :: any
  integer(kind=MPI_ADDRESS_KIND) :: zero
  integer :: wins(5)
  zero = 0
  x = 0; d = 0; c = 0; z = 0; any = .false.
  call MPI_Win_create(x, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, wins(1), ierr)
  call MPI_Win_create(d, int(8, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, wins(2), ierr)
  call MPI_Win_create(c, int(8, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, wins(3), ierr)
  call MPI_Win_create(z, int(16, MPI_ADDRESS_KIND), 16, MPI_INFO_NULL, MPI_COMM_WORLD, wins(4), ierr)
  call MPI_Win_create(any, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, wins(5), ierr)
  do win = 1, 5
    call MPI_Win_fence(0, wins(win), ierr)
  end do
  call MPI_Accumulate(real(rank), 1, MPI_REAL, 0, zero, 1, MPI_REAL, MPI_SUM, wins(1), ierr)
  call MPI_Accumulate(0.5d0 * rank, 1, MPI_DOUBLE_PRECISION, 0, zero, 1, MPI_DOUBLE_PRECISION, MPI_SUM, wins(2), ierr)
  call MPI_Accumulate(cmplx(1, rank), 1, MPI_COMPLEX, 0, zero, 1, MPI_COMPLEX, MPI_SUM, wins(3), ierr)
  call MPI_Accumulate(dcmplx(2, -rank), 1, MPI_DOUBLE_COMPLEX, 0, zero, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, wins(4), ierr)
  call MPI_Accumulate(rank == 2, 1, MPI_LOGICAL, 0, zero, 1, MPI_LOGICAL, MPI_LOR, wins(5), ierr)
  do win = 1, 5
    call MPI_Win_fence(0, wins(win), ierr)
  end do
  if (rank == 0) then
    if (x /= size * (size - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
    if (d /= size * (size - 1) / 4d0) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
    if (c /= cmplx(size, size * (size - 1) / 2)) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
    if (z /= dcmplx(2 * size, -size * (size - 1) / 2)) call MPI_Abort(MPI_COMM_WORLD, 4, ierr)
    if (.not. any) call MPI_Abort(MPI_COMM_WORLD, 5, ierr)
  end if
  do win = 1, 5
    call MPI_Win_free(wins(win), ierr)
  end do
end subroutine

! program f_attributes: The window's own attributes are numbers; a program's come back as they were set. Names, too.
! SMPI's own: it gives addresses
subroutine test_f_attributes(rank, size)
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

! program f_error_handler: With MPI_ERRORS_RETURN the error code is the last argument; a program's own handler is
! called.
! SMPI's own: it has no MPI_Win_set_errhandler in Fortran
subroutine test_f_error_handler(rank, size)
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

! program f_openmp_buffer: Puts of OpenMP threads from a threadprivate variable, which exists after the region.
! compile: -fopenmp
! SMPI's own: it has no threads
! own host: difference "private" of hosts.py
subroutine test_f_openmp_buffer(rank, size)
  use mpi
  use omp_lib
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win, i
  integer :: memory(4)
  integer :: source
  common /private_source/ source
  !$omp threadprivate(/private_source/)
  integer(kind=MPI_ADDRESS_KIND) :: disp
  call omp_set_num_threads(4)
  memory = -1
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  !$omp parallel private(disp, ierr)
  source = 10 * rank + omp_get_thread_num()
  disp = omp_get_thread_num()
  call MPI_Put(source, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  !$omp end parallel
  call MPI_Win_fence(0, win, ierr)
  do i = 1, 4
    if (memory(i) /= 10 * mod(rank + size - 1, size) + i - 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Win_free(win, ierr)
end subroutine

! program f_openmp: OpenMP in Fortran: loops, critical sections, threadprivate common blocks, tasks, locks, and puts of
! threads.
! compile: -fopenmp
! SMPI's own: it has no threads
subroutine test_f_openmp(rank, size)
  use mpi
  use omp_lib
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win, i, total, inside, left, right, provided
  integer :: memory(4), sources(0:3)
  integer :: mine
  common /private/ mine
  !$omp threadprivate(/private/)
  integer(kind=omp_lock_kind) :: lock
  integer(kind=MPI_ADDRESS_KIND) :: disp
  logical :: flag
  total = 0
  inside = 0
  call omp_set_num_threads(4)
  call omp_init_lock(lock)
  !$omp parallel private(i)
  mine = omp_get_thread_num()
  !$omp do schedule(dynamic, 3) reduction(+:total)
  do i = 1, 100
    total = total + i
  end do
  !$omp end do
  !$omp critical
  inside = inside + 1
  !$omp end critical
  call omp_set_lock(lock)
  inside = inside + 1
  call omp_unset_lock(lock)
  !$omp barrier
  if (mine /= omp_get_thread_num()) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp end parallel
  if (total /= 5050 .or. inside /= 8) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel
  !$omp single
  !$omp task shared(left)
  left = 3
  !$omp end task
  !$omp task shared(right)
  right = 4
  !$omp end task
  !$omp taskwait
  total = left + right
  !$omp end single
  !$omp end parallel
  if (total /= 7) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Query_thread(provided, ierr)
  call MPI_Is_thread_main(flag, ierr)
  if (provided < MPI_THREAD_MULTIPLE .or. .not. flag) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  memory = -1
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  !$omp parallel private(disp, ierr)
  disp = omp_get_thread_num()
  sources(disp) = 10 * rank + omp_get_thread_num()
  call MPI_Put(sources(disp), 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  !$omp end parallel
  call MPI_Win_fence(0, win, ierr)
  do i = 1, 4
    if (memory(i) /= 10 * mod(rank + size - 1, size) + i - 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Win_free(win, ierr)
  call omp_destroy_lock(lock)
end subroutine

! program f_raccumulate: Raccumulate, Rget_accumulate and Get_accumulate.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test_f_raccumulate(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2), one(2), old(2), request
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  one = (/ 1, 10 /)
  memory = 0
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Raccumulate(one, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call MPI_Rget_accumulate(one, 2, MPI_INTEGER, old, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, &
                           request, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  if (old(2) /= 10 * old(1) .or. old(1) < 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Get_accumulate(one, 2, MPI_INTEGER, old, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_SUM, win, ierr)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. any(memory /= 3 * size * one)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_requests: Requests of operations in wait, waitall, test and waitany.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test_f_requests(rank, size)
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

! program f_requests_mixed: Requests of an operation and of messages in one waitall.
! SMPI's own: its integers of these requests are no requests of its own wait
subroutine test_f_requests_mixed(rank, size)
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
