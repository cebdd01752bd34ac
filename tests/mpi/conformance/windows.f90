! One-sided communication in Fortran, from chapter 12 of MPI 4.1.

! program f_fences: Operations between fences, on a window that MPI allocates (12.2.2, 12.3, 12.5.1).
subroutine test_f_fences(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  integer, pointer :: memory(:)
  integer, asynchronous :: got(2)
  type(c_ptr) :: address
  type(MPI_Win) :: win
  integer :: right
  right = mod(rank + 1, size)
  bytes = 16
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win)
  call c_f_pointer(address, memory, [4])
  memory = 10 * rank
  got = -1
  call MPI_Win_fence(0, win)
  disp = 1
  call MPI_Put([rank], 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win)
  disp = 2
  call MPI_Accumulate([rank, 1], 2, MPI_INTEGER, right, disp, 2, MPI_INTEGER, MPI_SUM, win)
  disp = 0
  call MPI_Get(got, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  call check(all(memory == [10 * rank, mod(rank + 3, 4), 10 * rank + mod(rank + 3, 4), 10 * rank + 1]), 'the window')
  call check(got(1) == 10 * right .and. got(2) == -1, 'what was got')
  call say(rank, 'fences', [memory, got])
  call MPI_Win_free(win)
  call check(win == MPI_WIN_NULL, 'a freed window')
end subroutine

! program f_atomics: Counters with fetch-and-op, compare-and-swap and get-accumulate under locks (12.3.4, 12.5.3).
! mpich: the base of the window that its module mpi_f08 passes on is wrong
subroutine test_f_atomics(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND), parameter :: zero = 0, first = 1
  integer, asynchronous :: memory(3), old(2), seen
  type(MPI_Win) :: win
  memory = [0, -1, 5]
  call MPI_Win_create(memory, 12_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  old = -7
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
  call MPI_Fetch_and_op(1, old, MPI_INTEGER, 0, zero, MPI_SUM, win)
  call MPI_Win_unlock(0, win)
  call check(old(1) >= 0 .and. old(1) < size, 'a ticket')
  seen = -7
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win)
  call MPI_Compare_and_swap(rank, -1, seen, MPI_INTEGER, 0, first, win)
  call MPI_Win_unlock(0, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win)
  call MPI_Get_accumulate(old, 0, MPI_INTEGER, old, 2, MPI_INTEGER, 0, zero, 2, MPI_INTEGER, MPI_NO_OP, win)
  call MPI_Win_unlock(0, win)
  call check(old(1) == size .and. old(2) >= 0 .and. old(2) < size, 'the counters')
  call check(seen == merge(-1, old(2), old(2) == rank), 'the value that was compared')
  call MPI_Win_free(win)
end subroutine

! program f_request_operations: Operations with requests are complete at the origin with their requests (12.3.5).
! mpich: as for f_atomics
subroutine test_f_request_operations(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND) :: disp
  integer, asynchronous :: memory(4), from(2), got(2)
  type(MPI_Win) :: win
  type(MPI_Request) :: request
  integer :: right
  right = mod(rank + 1, size)
  memory = [0, 0, 100, 7 * rank]
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  from(1) = rank
  disp = 0
  call MPI_Rput(from, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  from(1) = -5  ! the buffer is free
  got = -1
  disp = 3
  call MPI_Rget(got, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, win, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(got(1) == 7 * right, 'what was got')
  from = [10, 20]
  disp = 1
  call MPI_Raccumulate(from, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, MPI_REPLACE, win, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  got = -1
  disp = 2
  call MPI_Rget_accumulate(from(2), 1, MPI_INTEGER, got, 1, MPI_INTEGER, right, disp, 1, MPI_INTEGER, MPI_SUM, win, &
                           request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(got(1) == 100, 'the value before')
  call MPI_Win_unlock_all(win)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win)
  call check(all(memory == [mod(rank + 3, 4), 10, 120, 7 * rank]), 'the window')
  call MPI_Win_unlock(rank, win)
  call say(rank, 'request operations', [memory, got(1)])
  call MPI_Win_free(win)
end subroutine

! program f_flushes: Flushes complete operations in an epoch with locks, at the target and locally (12.5.4).
! mpich: as for f_atomics
subroutine test_f_flushes(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND), parameter :: zero = 0
  integer, asynchronous :: memory(2), got, from
  type(MPI_Win) :: win
  integer :: right, i
  right = mod(rank + 1, size)
  memory = rank
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(MPI_MODE_NOCHECK, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  do i = 1, 4
    got = -1
    from = 10 * i + rank
    call MPI_Put(from, 1, MPI_INTEGER, right, zero, 1, MPI_INTEGER, win)
    if (i == 1) call MPI_Win_flush(right, win)
    if (i == 2) call MPI_Win_flush_all(win)
    if (i == 3) call MPI_Win_flush_local(right, win)
    if (i == 4) call MPI_Win_flush_local_all(win)
    if (i > 2) then
      from = -3  ! the buffer is free
      call MPI_Win_flush(right, win)
    end if
    call MPI_Get(got, 1, MPI_INTEGER, right, zero, 1, MPI_INTEGER, win)
    if (mod(i, 2) == 0) call MPI_Win_flush_local_all(win)
    if (mod(i, 2) == 1) call MPI_Win_flush_local(right, win)
    call check(got == 10 * i + rank, 'what was put')
  end do
  do i = 1, 2  ! the target sees the value when the origin says so
    call MPI_Barrier(MPI_COMM_WORLD)
    from = 100 * i + rank
    call MPI_Put(from, 1, MPI_INTEGER, right, zero, 1, MPI_INTEGER, win)
    if (i == 1) call MPI_Win_flush(right, win)
    if (i == 2) call MPI_Win_flush_all(win)
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Win_sync(win)
    call check(memory(1) == 100 * i + mod(rank + 3, 4), 'the window')
  end do
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call say(rank, 'flushes', memory)
end subroutine

! program f_groups_of_windows: Post, start, complete and wait among neighbours; a test for the end (12.5.2).
! mpich: as for f_atomics
subroutine test_f_groups_of_windows(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND) :: disp
  integer, asynchronous :: memory(2)
  type(MPI_Win) :: win
  type(MPI_Group) :: all_of, left, right
  logical :: flag
  integer :: n
  memory = -1
  call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_get_group(win, all_of)
  n = 0
  call MPI_Group_size(all_of, n)
  call check(n == 4, 'the group of the window')
  call MPI_Group_incl(all_of, 1, [mod(rank + 3, 4)], left)
  call MPI_Group_incl(all_of, 1, [mod(rank + 1, 4)], right)
  call MPI_Win_post(left, 0, win)
  call MPI_Win_start(right, 0, win)
  disp = 0
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, 4), disp, 1, MPI_INTEGER, win)
  call MPI_Win_complete(win)
  call MPI_Win_wait(win)
  call check(memory(1) == mod(rank + 3, 4), 'what was put')
  call MPI_Win_post(left, 0, win)
  flag = .true.
  if (rank == 0) call MPI_Win_test(win, flag)  ! process 3 begins later
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) call check(.not. flag, 'a test before the end')
  call MPI_Win_start(right, 0, win)
  disp = 1
  call MPI_Put(rank + 10, 1, MPI_INTEGER, mod(rank + 1, 4), disp, 1, MPI_INTEGER, win)
  call MPI_Win_complete(win)
  flag = .false.
  do while (.not. flag)
    call MPI_Win_test(win, flag)
  end do
  call check(memory(2) == 10 + mod(rank + 3, 4), 'what was put later')
  call MPI_Group_free(left)
  call MPI_Group_free(right)
  call MPI_Group_free(all_of)
  call MPI_Win_free(win)
  call say(rank, 'groups of windows', memory)
end subroutine

! program f_shared_windows: Processes of a node access each other's memory (12.2.3).
subroutine test_f_shared_windows(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: node
  type(MPI_Win) :: win
  type(c_ptr) :: address
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer, pointer :: own(:), theirs(:)
  integer :: unit, n, me
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, node)
  call MPI_Comm_size(node, n)
  call MPI_Comm_rank(node, me)
  call MPI_Win_allocate_shared(8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, node, address, win)
  call c_f_pointer(address, own, [2])
  own = [me, 2 * me]
  call MPI_Win_lock_all(0, win)
  call MPI_Win_sync(win)
  call MPI_Barrier(node)
  call MPI_Win_sync(win)
  bytes = 0
  unit = 0
  call MPI_Win_shared_query(win, mod(me + 1, n), bytes, unit, address)
  call c_f_pointer(address, theirs, [2])
  call check(bytes == 8 .and. unit == 4, 'the size of the memory of another process')
  call check(theirs(2) == 2 * mod(me + 1, n), 'its contents')
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Comm_free(node)
end subroutine

! program f_dynamic_windows: Memory that is attached to a window later, by absolute addresses (12.2.4).
subroutine test_f_dynamic_windows(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Win) :: win
  integer, asynchronous :: memory(3)
  integer(kind=MPI_ADDRESS_KIND) :: own, theirs
  integer :: right, left
  right = mod(rank + 1, size)
  left = mod(rank + 3, size)
  memory = 0
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_attach(win, memory, 12_MPI_ADDRESS_KIND)
  call MPI_Get_address(memory(2), own)
  call MPI_Sendrecv(own, 1, MPI_AINT, left, 0, theirs, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call MPI_Win_fence(0, win)
  call MPI_Put(rank + 1, 1, MPI_INTEGER, right, theirs, 1, MPI_INTEGER, win)
  call MPI_Win_fence(0, win)
  call check(all(memory == [0, left + 1, 0]), 'the memory')
  call MPI_Win_detach(win, memory)
  call MPI_Win_attach(win, memory, 12_MPI_ADDRESS_KIND)  ! memory may be attached once
  call MPI_Win_detach(win, memory)
  call MPI_Win_free(win)
  call say(rank, 'dynamic windows', memory)
end subroutine

! program f_names_of_windows: The name and the hints of a window (12.2.7, 7.8).
subroutine test_f_names_of_windows(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Win) :: win
  type(MPI_Info) :: info
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=10) :: value
  integer :: memory(1), length
  logical :: flag
  call MPI_Win_create(memory, 4_MPI_ADDRESS_KIND, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_set_name(win, 'of Fortran')
  name = ''
  call MPI_Win_get_name(win, name, length)
  call check(name == 'of Fortran' .and. length == 10, 'the name')
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'no_locks', 'true')
  call MPI_Win_set_info(win, info)
  call MPI_Info_free(info)
  call MPI_Win_get_info(win, info)
  call check(info /= MPI_INFO_NULL, 'the hints')
  call MPI_Info_get(info, 'no_locks', 10, value, flag)
  call check(flag .and. value == 'true', 'a hint')
  call MPI_Info_free(info)
  call MPI_Win_free(win)
end subroutine
