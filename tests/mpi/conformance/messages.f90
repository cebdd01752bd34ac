! Messages in Fortran, from chapter 3 of MPI 4.1.

! program f_send_modes: Each send mode delivers data, source and tag. The attached buffer is detached (3.4, 3.6).
subroutine test_f_send_modes(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr
  integer, intent(in) :: rank, size
  integer(kind=MPI_ADDRESS_KIND) :: own
  integer :: room(2000)
  integer :: data(3), tag, count, bytes
  type(MPI_Status) :: status
  type(MPI_Request) :: request
  type(c_ptr) :: address
  call MPI_Buffer_attach(room, 8000)
  data = 0
  if (rank == 0) then
    call MPI_Send([1, 2, 3], 3, MPI_INTEGER, 1, 10, MPI_COMM_WORLD)
    call MPI_Ssend([4, 5, 6], 3, MPI_INTEGER, 1, 11, MPI_COMM_WORLD)
    call MPI_Bsend([7, 8, 9], 3, MPI_INTEGER, 1, 12, MPI_COMM_WORLD)
    call MPI_Recv(data, 0, MPI_INTEGER, 1, 14, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Rsend([10, 11, 12], 3, MPI_INTEGER, 1, 13, MPI_COMM_WORLD)
  else if (rank == 1) then
    do tag = 10, 12
      call MPI_Recv(data, 3, MPI_INTEGER, 0, tag, MPI_COMM_WORLD, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(status%MPI_SOURCE == 0 .and. status%MPI_TAG == tag .and. count == 3, 'a status')
      call check(all(data == 3 * (tag - 10) + [1, 2, 3]), 'the data of a mode')
    end do
    call MPI_Irecv(data, 3, MPI_INTEGER, 0, 13, MPI_COMM_WORLD, request)
    call MPI_Send(data, 0, MPI_INTEGER, 0, 14, MPI_COMM_WORLD)
    call MPI_Wait(request, status)
    call check(all(data == [10, 11, 12]) .and. request == MPI_REQUEST_NULL, 'a ready send')
  end if
  bytes = 0
  call MPI_Buffer_detach(address, bytes)
  call MPI_Get_address(room, own)
  call check(bytes == 8000 .and. transfer(address, own) == own, 'the detached buffer')
  call say(rank, 'send modes', data)
end subroutine

! program f_isend_modes: Nonblocking sends in each mode, completed together; statuses in the order of requests (3.7).
subroutine test_f_isend_modes(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr
  integer, intent(in) :: rank, size
  type(c_ptr) :: address
  integer :: room(2000), out(4), in(4), i
  type(MPI_Status) :: statuses(4)
  type(MPI_Request) :: requests(4)
  call MPI_Buffer_attach(room, 8000)
  in = 0
  out = [1, 2, 3, 4] + 10 * rank
  if (rank == 3) then
    do i = 1, 4
      call MPI_Irecv(in(i), 1, MPI_INTEGER, 2, 20 + i, MPI_COMM_WORLD, requests(i))
    end do
  end if
  call MPI_Barrier(MPI_COMM_WORLD)  ! the receive of the ready send is posted
  if (rank == 2) then
    call MPI_Isend(out(1), 1, MPI_INTEGER, 3, 21, MPI_COMM_WORLD, requests(1))
    call MPI_Issend(out(2), 1, MPI_INTEGER, 3, 22, MPI_COMM_WORLD, requests(2))
    call MPI_Ibsend(out(3), 1, MPI_INTEGER, 3, 23, MPI_COMM_WORLD, requests(3))
    call MPI_Irsend(out(4), 1, MPI_INTEGER, 3, 24, MPI_COMM_WORLD, requests(4))
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE)
  else if (rank == 3) then
    call MPI_Waitall(4, requests, statuses)
    call check(all(statuses%MPI_TAG == [21, 22, 23, 24]) .and. all(statuses%MPI_SOURCE == 2), 'the statuses')
    call check(all(in == [21, 22, 23, 24]), 'the data')
    call check(all([(requests(i) == MPI_REQUEST_NULL, i = 1, 4)]), 'the requests')
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  call say(rank, 'isend modes', in)
  call MPI_Buffer_detach(address, i)
end subroutine

! program f_synchronous: A synchronous send is not complete before the receive has started (3.4).
subroutine test_f_synchronous(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value
  logical :: flag
  type(MPI_Request) :: request
  value = 7
  if (rank == 0) then
    call MPI_Issend(value, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, request)
    flag = .true.
    call MPI_Test(request, flag, MPI_STATUS_IGNORE)
    call check(.not. flag .and. request /= MPI_REQUEST_NULL, 'a test before the receive')
    call MPI_Send(value, 0, MPI_INTEGER, 1, 2, MPI_COMM_WORLD)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  else if (rank == 1) then
    value = 0
    call MPI_Recv(value, 0, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(value == 0, 'a message without data')
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(value == 7, 'the value')
  end if
end subroutine

! program f_persistent: Persistent requests of each mode, started several times, alone and together (3.9).
subroutine test_f_persistent(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr
  integer, intent(in) :: rank, size
  integer :: room(4000), out(4), in(4), round, i, right, left
  type(MPI_Request) :: sends(4), receives(4)
  type(c_ptr) :: address
  call MPI_Buffer_attach(room, 16000)
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)
  do i = 1, 4
    call MPI_Recv_init(in(i), 1, MPI_INTEGER, left, i, MPI_COMM_WORLD, receives(i))
  end do
  call MPI_Send_init(out(1), 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, sends(1))
  call MPI_Ssend_init(out(2), 1, MPI_INTEGER, right, 2, MPI_COMM_WORLD, sends(2))
  call MPI_Bsend_init(out(3), 1, MPI_INTEGER, right, 3, MPI_COMM_WORLD, sends(3))
  call MPI_Rsend_init(out(4), 1, MPI_INTEGER, right, 4, MPI_COMM_WORLD, sends(4))
  do round = 1, 3
    in = 0
    out = 100 * round + 10 * rank + [1, 2, 3, 4]
    call MPI_Startall(4, receives)
    call MPI_Barrier(MPI_COMM_WORLD)
    do i = 1, 4
      call MPI_Start(sends(i))
    end do
    call MPI_Waitall(4, sends, MPI_STATUSES_IGNORE)
    call MPI_Waitall(4, receives, MPI_STATUSES_IGNORE)
    call check(all(in == 100 * round + 10 * left + [1, 2, 3, 4]), 'the data of a round')
    call check(sends(1) /= MPI_REQUEST_NULL, 'an inactive request')
    call MPI_Barrier(MPI_COMM_WORLD)
  end do
  call say(rank, 'persistent', in)
  do i = 1, 4
    call MPI_Request_free(sends(i))
    call MPI_Request_free(receives(i))
  end do
  call check(sends(4) == MPI_REQUEST_NULL .and. receives(1) == MPI_REQUEST_NULL, 'a freed request')
  call MPI_Buffer_detach(address, i)
end subroutine

! program f_probes: Probes with wildcards return source, tag and count; a matched message is received once (3.8).
subroutine test_f_probes(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: data(5), count, found(3)
  logical :: flag
  type(MPI_Status) :: status
  type(MPI_Message) :: message
  type(MPI_Request) :: request
  found = -1
  if (rank == 0) then
    flag = .true.
    call MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, flag, status)
    call check(.not. flag, 'a probe that finds nothing')
    call MPI_Send([5, 6, 7], 3, MPI_INTEGER, 2, 31, MPI_COMM_WORLD)
    call MPI_Send([1, 2], 2, MPI_INTEGER, 2, 32, MPI_COMM_WORLD)
    call MPI_Send([8, 9, 10, 11], 4, MPI_INTEGER, 2, 33, MPI_COMM_WORLD)
    call MPI_Send([12], 1, MPI_INTEGER, 2, 34, MPI_COMM_WORLD)
  else if (rank == 2) then
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    found = [status%MPI_SOURCE, status%MPI_TAG, count]
    call check(all(found == [0, 31, 3]), 'a probe')
    call MPI_Recv(data, 5, MPI_INTEGER, 0, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    flag = .false.
    do while (.not. flag)
      call MPI_Iprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, flag, status)
    end do
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(status%MPI_TAG == 32 .and. count == 2, 'a probe that does not block')
    call MPI_Recv(data, 5, MPI_INTEGER, 0, 32, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Mprobe(MPI_ANY_SOURCE, 33, MPI_COMM_WORLD, message, status)
    call MPI_Get_count(status, MPI_INTEGER, count)
    call check(count == 4 .and. message /= MPI_MESSAGE_NULL, 'a matched probe')
    call MPI_Mrecv(data, 4, MPI_INTEGER, message, status)
    call check(all(data(:4) == [8, 9, 10, 11]) .and. message == MPI_MESSAGE_NULL, 'a matched receive')
    flag = .false.
    do while (.not. flag)
      call MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, flag, message, status)
    end do
    call MPI_Imrecv(data, 1, MPI_INTEGER, message, request)
    call MPI_Wait(request, status)
    call check(data(1) == 12 .and. status%MPI_TAG == 34, 'a nonblocking matched receive')
  end if
  call say(rank, 'probes', found)
  call MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, message, status)
  call check(message == MPI_MESSAGE_NO_PROC .and. status%MPI_SOURCE == MPI_PROC_NULL, 'a probe of no process')
end subroutine

! program f_sendrecv: Combined sends and receives, with one and two buffers, blocking and nonblocking (3.10).
subroutine test_f_sendrecv(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: left, right, in(2), both(2)
  type(MPI_Status) :: status
  type(MPI_Request) :: request
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)
  in = 0
  call MPI_Sendrecv([rank, 1], 2, MPI_INTEGER, right, 5, in, 2, MPI_INTEGER, left, 5, MPI_COMM_WORLD, status)
  call check(all(in == [left, 1]) .and. status%MPI_SOURCE == left, 'a send with a receive')
  both = [rank, 2]
  call MPI_Sendrecv_replace(both, 2, MPI_INTEGER, left, 6, right, 6, MPI_COMM_WORLD, status)
  call check(all(both == [right, 2]) .and. status%MPI_TAG == 6, 'a replaced buffer')
  in = 0
  both = [rank, 3]
  call MPI_Isendrecv(both, 2, MPI_INTEGER, right, 7, in, 2, MPI_INTEGER, left, 7, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(all(in == [left, 3]), 'a nonblocking send with a receive')
  call MPI_Isendrecv_replace(both, 2, MPI_INTEGER, left, 8, right, 8, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(all(both == [right, 3]), 'a buffer that a nonblocking call replaces')
  call say(rank, 'sendrecv', [in, both])
end subroutine

! program f_completions: One, some and all of several requests; indices begin with 1 (3.7.5).
! mpich: its index of no request is MPI_UNDEFINED + 1
subroutine test_f_completions(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer, parameter :: order(4) = [3, 2, 4, 1]
  integer :: in(4), index, outcount, indices(4), i
  logical :: flag
  type(MPI_Request) :: requests(4)
  type(MPI_Status) :: statuses(4), status
  in = 0
  if (rank == 0) then
    do i = 1, 4
      call MPI_Irecv(in(i), 1, MPI_INTEGER, 1, i, MPI_COMM_WORLD, requests(i))
    end do
    flag = .true.
    call MPI_Testall(4, requests, flag, statuses)
    call check(.not. flag, 'a test of all before they are complete')
    flag = .true.
    call MPI_Testany(4, requests, index, flag, status)
    call check(.not. flag .and. index == MPI_UNDEFINED, 'a test of any before it is complete')
    outcount = 9
    call MPI_Testsome(4, requests, outcount, indices, statuses)
    call check(outcount == 0, 'a test of some before they are complete')
    call MPI_Send(in, 0, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    call MPI_Waitany(4, requests, index, status)  ! only the third message has been sent
    call check(index == 3 .and. in(3) == 30 .and. status%MPI_TAG == 3, 'a wait for any')
    call check(requests(3) == MPI_REQUEST_NULL .and. requests(2) /= MPI_REQUEST_NULL, 'the other requests')
    call MPI_Send(in, 0, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    call MPI_Waitsome(4, requests, outcount, indices, statuses)
    call check(outcount == 1 .and. indices(1) == 2 .and. statuses(1)%MPI_TAG == 2, 'a wait for some')
    call MPI_Send(in, 0, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(4, requests, index, flag, status)
    end do
    call check(index == 4 .and. in(4) == 40, 'a test of any')
    call MPI_Send(in, 0, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    outcount = 0
    do while (outcount == 0)
      call MPI_Testsome(4, requests, outcount, indices, statuses)
    end do
    call check(outcount == 1 .and. indices(1) == 1 .and. in(1) == 10, 'a test of some')
    flag = .false.
    call MPI_Testall(4, requests, flag, MPI_STATUSES_IGNORE)
    call check(flag, 'a test of all')
    call MPI_Waitany(4, requests, index, status)
    call check(index == MPI_UNDEFINED, 'a wait for no request')
  else if (rank == 1) then
    do i = 1, 4
      call MPI_Recv(in, 0, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      index = order(i)
      call MPI_Send([10 * index], 1, MPI_INTEGER, 0, index, MPI_COMM_WORLD)
    end do
  end if
  call say(rank, 'completions', in)
end subroutine

! program f_request_status: A request's status is read without an effect on the request (3.7.6).
subroutine test_f_request_status(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value
  logical :: flag
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  value = 0
  if (rank == 0) then
    call MPI_Irecv(value, 1, MPI_INTEGER, 1, 4, MPI_COMM_WORLD, request)
    flag = .true.
    call MPI_Request_get_status(request, flag, status)
    call check(.not. flag, 'a status before the message')
    call MPI_Send(value, 0, MPI_INTEGER, 1, 3, MPI_COMM_WORLD)
    flag = .false.
    do while (.not. flag)
      call MPI_Request_get_status(request, flag, status)
    end do
    call check(status%MPI_TAG == 4 .and. request /= MPI_REQUEST_NULL .and. value == 11, 'the status')
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call check(request == MPI_REQUEST_NULL, 'the request')
  else if (rank == 1) then
    call MPI_Recv(value, 0, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Send(11, 1, MPI_INTEGER, 0, 4, MPI_COMM_WORLD)
  end if
end subroutine

! program f_cancel: A cancelled receive completes, and its status shows it (3.8.4).
subroutine test_f_cancel(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value
  logical :: flag
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  call MPI_Irecv(value, 1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD, request)
  call MPI_Cancel(request)
  call MPI_Wait(request, status)
  flag = .false.
  call MPI_Test_cancelled(status, flag)
  call check(flag, 'a cancelled receive')
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, rank, 5, value, 1, MPI_INTEGER, rank, 5, MPI_COMM_WORLD, status)
  flag = .true.
  call MPI_Test_cancelled(status, flag)
  call check(.not. flag .and. value == rank, 'a receive that is not cancelled')
end subroutine

! program f_set_elements: A status has the number of elements that was set, also for a structure (13.3).
! mpich: its MPI_Status_set_elements counts structures
! openmpi: as for MPICH
subroutine test_f_set_elements(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: count
  type(MPI_Datatype) :: pair
  type(MPI_Status) :: status
  call MPI_Type_contiguous(2, MPI_INTEGER, pair)
  call MPI_Status_set_elements(status, pair, 4)
  count = 0
  call MPI_Get_elements(status, pair, count)
  call check(count == 4, 'the elements')
  call MPI_Get_count(status, pair, count)
  call check(count == 2, 'the pairs')
  call MPI_Type_free(pair)
end subroutine

! program f_elements: Numbers of elements in statuses, also of incomplete structures, and those that are set (5.1.11).
subroutine test_f_elements(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: data(4), count, elements, old(MPI_STATUS_SIZE)
  integer(kind=MPI_COUNT_KIND) :: many
  logical :: flag
  type(MPI_Datatype) :: pair
  type(MPI_Status) :: status
  call MPI_Type_contiguous(2, MPI_INTEGER, pair)
  call MPI_Type_commit(pair)
  data = 0
  call MPI_Sendrecv([1, 2, 3], 3, MPI_INTEGER, rank, 1, data, 2, pair, rank, 1, MPI_COMM_WORLD, status)
  count = 0
  elements = 0
  many = 0
  call MPI_Get_count(status, pair, count)
  call MPI_Get_elements(status, pair, elements)
  call MPI_Get_elements_x(status, pair, many)
  call check(count == MPI_UNDEFINED .and. elements == 3 .and. many == 3, 'three elements of two pairs')
  call MPI_Status_set_elements(status, MPI_INTEGER, 2)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call check(count == 2, 'elements that are set')
  call MPI_Status_set_elements_x(status, MPI_INTEGER, 3000000000_MPI_COUNT_KIND)
  call MPI_Get_elements_x(status, MPI_INTEGER, many)
  call check(many == 3000000000_MPI_COUNT_KIND, 'many elements')
  call MPI_Status_set_cancelled(status, .true.)
  flag = .false.
  call MPI_Test_cancelled(status, flag)
  call check(flag, 'a cancelled status')
  old = 0
  call MPI_Status_f082f(status, old)
  call check(old(MPI_SOURCE) == rank .and. old(MPI_TAG) == 1, 'a status as an array')
  old(MPI_TAG) = 17
  call MPI_Status_f2f08(old, status)
  call check(status%MPI_TAG == 17, 'a status as a structure')
  call MPI_Type_free(pair)
  call say(rank, 'elements', [count, elements])
end subroutine

! program f_status_fields: Functions read and set the fields of a status (3.2.5).
! openmpi: 4.1 lacks these functions
! mpich: 4.0 lacks these functions
subroutine test_f_status_fields(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value
  type(MPI_Status) :: status
  call MPI_Status_set_source(status, 3)
  call MPI_Status_set_tag(status, 4)
  call MPI_Status_set_error(status, MPI_ERR_TRUNCATE)
  call check(status%MPI_SOURCE == 3 .and. status%MPI_TAG == 4 .and. status%MPI_ERROR == MPI_ERR_TRUNCATE, 'fields')
  value = -1
  call MPI_Status_get_source(status, value)
  call check(value == 3, 'the source')
  call MPI_Status_get_tag(status, value)
  call check(value == 4, 'the tag')
  call MPI_Status_get_error(status, value)
  call check(value == MPI_ERR_TRUNCATE, 'the error')
end subroutine

! program f_request_statuses: The statuses of any, some and all requests are read without an effect on them (3.7.6).
! openmpi: 4.1 lacks these functions
! mpich: 4.0 lacks these functions
subroutine test_f_request_statuses(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: in(2), index, count, indices(2), i
  logical :: flag
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2), status
  do i = 1, 2
    call MPI_Irecv(in(i), 1, MPI_INTEGER, rank, i, MPI_COMM_WORLD, requests(i))
  end do
  flag = .true.
  call MPI_Request_get_status_any(2, requests, index, flag, status)
  call check(.not. flag, 'no request')
  call MPI_Send(5, 1, MPI_INTEGER, rank, 2, MPI_COMM_WORLD)
  flag = .false.
  do while (.not. flag)
    call MPI_Request_get_status_any(2, requests, index, flag, status)
  end do
  call check(index == 2 .and. status%MPI_TAG == 2, 'any request')
  flag = .true.
  call MPI_Request_get_status_all(2, requests, flag, statuses)
  call check(.not. flag, 'all requests')
  count = 0
  call MPI_Request_get_status_some(2, requests, count, indices, statuses)
  call check(count == 1 .and. indices(1) == 2, 'some requests')
  call MPI_Send(6, 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD)
  flag = .false.
  do while (.not. flag)
    call MPI_Request_get_status_all(2, requests, flag, statuses)
  end do
  call check(all(statuses%MPI_TAG == [1, 2]) .and. requests(1) /= MPI_REQUEST_NULL, 'the statuses of all')
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  call check(all(in == [6, 5]), 'the data')
end subroutine

! program f_order: Messages of one pair do not overtake each other, also with wildcards; MPI_PROC_NULL (3.5, 3.11).
subroutine test_f_order(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value, i, sources(3)
  type(MPI_Status) :: status
  sources = 0
  if (rank /= 0) then
    do i = 1, 4
      call MPI_Send(10 * rank + i, 1, MPI_INTEGER, 0, mod(i, 2), MPI_COMM_WORLD)
    end do
  else
    do i = 1, 12
      call MPI_Recv(value, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status)
      sources(value / 10) = sources(value / 10) + 1
      call check(value / 10 == status%MPI_SOURCE .and. mod(value, 10) == sources(value / 10), 'the order')
    end do
  end if
  value = 5
  call MPI_Recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD, status)
  call MPI_Get_count(status, MPI_INTEGER, i)
  call check(value == 5 .and. i == 0 .and. status%MPI_SOURCE == MPI_PROC_NULL .and. &
             status%MPI_TAG == MPI_ANY_TAG, 'a receive from no process')
  call say(rank, 'order', sources)
end subroutine

! program f_generalized: A generalized request calls the program's functions (13.2).
! openmpi: as for MPICH
! mpich: its module mpi_f08 refuses these functions
module f_generalized_functions
  use mpi_f08
  implicit none
  integer :: freed = 0, cancelled = 0
contains
  subroutine query(extra_state, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    type(MPI_Status) :: status
    integer :: ierror
    status%MPI_SOURCE = int(extra_state)
    status%MPI_TAG = 8
    call MPI_Status_set_elements(status, MPI_INTEGER, 6)
    call MPI_Status_set_cancelled(status, .false.)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine release(extra_state, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    freed = freed + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra_state, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    if (.not. complete) cancelled = cancelled + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine
end module
subroutine test_f_generalized(rank, size)
  use mpi_f08
  use checks
  use f_generalized_functions, only: query, release, cancel, freed, cancelled
  integer, intent(in) :: rank, size
  integer :: count
  logical :: flag
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  call MPI_Grequest_start(query, release, cancel, 5_MPI_ADDRESS_KIND, request)
  flag = .true.
  call MPI_Test(request, flag, status)
  call check(.not. flag, 'a test before the end')
  call MPI_Cancel(request)
  call check(cancelled == 5, 'the cancel function')
  call MPI_Grequest_complete(request)
  call MPI_Wait(request, status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call check(status%MPI_SOURCE == 5 .and. status%MPI_TAG == 8 .and. count == 6, 'the query function')
  call check(freed == 5 .and. request == MPI_REQUEST_NULL, 'the free function')
end subroutine
