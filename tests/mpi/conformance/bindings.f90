! The module mpi and mpif.h, from chapter 19 of MPI 4.1 and, for functions that it no longer has, from MPI 2.2.

! program f_module_mpi: Handles, statuses, texts and logical values of the module mpi (19.1.3).
! mpich: as for f_completions
subroutine test_f_module_mpi(rank, size)
  use mpi
  use checks
  integer, intent(in) :: rank, size
  integer :: requests(3), statuses(MPI_STATUS_SIZE, 3), status(MPI_STATUS_SIZE), ierror, i, in(3), index, n, copy
  integer :: right, left, type
  logical :: flag
  character(len=30) :: text
  right = mod(rank + 1, size)
  left = mod(rank + 3, size)
  in = -1
  do i = 1, 3
    call MPI_IRECV(in(i), 1, MPI_INTEGER, left, i, MPI_COMM_WORLD, requests(i), ierror)
    call check(ierror == MPI_SUCCESS, 'an error code')
  end do
  do i = 1, 3
    call MPI_SEND(10 * rank + i, 1, MPI_INTEGER, right, i, MPI_COMM_WORLD, ierror)
  end do
  call MPI_WAITALL(3, requests, statuses, ierror)
  call check(all(statuses(MPI_TAG, :) == [1, 2, 3]) .and. all(statuses(MPI_SOURCE, :) == left), 'the statuses')
  call check(all(in == 10 * left + [1, 2, 3]) .and. all(requests == MPI_REQUEST_NULL), 'the data')
  call MPI_TESTANY(3, requests, index, flag, status, ierror)
  call check(flag .and. index == MPI_UNDEFINED, 'a test of no request')
  call MPI_COMM_DUP(MPI_COMM_WORLD, copy, ierror)
  call MPI_COMM_SET_NAME(copy, 'copy  ', ierror)
  call MPI_COMM_GET_NAME(copy, text, n, ierror)
  call check(text == 'copy' .and. n == 4, 'a text')
  call MPI_COMM_FREE(copy, ierror)
  call check(copy == MPI_COMM_NULL, 'a null handle')
  call MPI_ERROR_CLASS(MPI_ERR_COMM, n, ierror)
  call check(n == MPI_ERR_COMM, 'a class of errors')
  call MPI_TYPE_VECTOR(2, 1, 2, MPI_REAL, type, ierror)
  call MPI_TYPE_COMMIT(type, ierror)
  call MPI_TYPE_SIZE(type, n, ierror)
  call check(n == 8, 'the size of a type')
  call MPI_TYPE_FREE(type, ierror)
  call MPI_SIZEOF(1d0, n, ierror)
  call check(n == 8, 'the size of a variable')
  call say(rank, 'module mpi', in)
end subroutine

! program f_callbacks: Functions of the program with arguments of the module mpi: operations and errors (6.9.5, 9.3).
module f_callbacks_functions
  implicit none
  integer :: seen = 0
contains
  subroutine largest_modulus(in, inout, len, type)
    integer :: len, type, i
    integer :: in(len), inout(len)
    do i = 1, len
      if (abs(in(i)) > abs(inout(i))) inout(i) = in(i)
    end do
    if (type == 0) inout = 0
  end subroutine
  subroutine note_error(comm, code)
    integer :: comm, code
    if (comm /= 0) seen = code
  end subroutine
end module
subroutine test_f_callbacks(rank, size)
  use mpi
  use checks
  use f_callbacks_functions
  integer, intent(in) :: rank, size
  integer :: op, ierror, result(2), handler, comm, request, class
  call MPI_OP_CREATE(largest_modulus, .true., op, ierror)
  result = 0
  call MPI_ALLREDUCE([(-2)**rank, rank - 3], result, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
  call check(all(result == [-8, -3]), 'an operation')
  result = 0
  call MPI_IALLREDUCE([(-2)**rank, rank - 3], result, 2, MPI_INTEGER, op, MPI_COMM_WORLD, request, ierror)
  call MPI_WAIT(request, MPI_STATUS_IGNORE, ierror)
  call check(all(result == [-8, -3]), 'an operation of a nonblocking call')
  call MPI_OP_FREE(op, ierror)
  call MPI_COMM_DUP(MPI_COMM_SELF, comm, ierror)
  call MPI_COMM_CREATE_ERRHANDLER(note_error, handler, ierror)
  call MPI_COMM_SET_ERRHANDLER(comm, handler, ierror)
  call MPI_SEND(result, 1, MPI_INTEGER, 5, 0, comm, ierror)
  call MPI_ERROR_CLASS(seen, class, ierror)
  call check(class == MPI_ERR_RANK, 'an error handler')
  call MPI_ERRHANDLER_FREE(handler, ierror)
  call MPI_COMM_FREE(comm, ierror)
  call say(rank, 'callbacks', result)
end subroutine

! program f_inner_callback: A procedure inside of another one, which uses its variables, as an operation (6.9.5).
subroutine test_f_inner_callback(rank, size)
  use mpi
  use checks
  integer, intent(in) :: rank, size
  integer :: op, ierror, result, factor, calls
  calls = 0
  factor = 1000
  call MPI_OP_CREATE(scaled_sum, .true., op, ierror)
  result = rank
  call MPI_REDUCE_LOCAL([5], result, 1, MPI_INTEGER, op, ierror)
  call check(result == 5000 + rank .and. calls == 1, 'a local reduction')
  call MPI_OP_FREE(op, ierror)
contains
  subroutine scaled_sum(in, inout, len, type)
    integer :: len, type, in(len), inout(len)
    calls = calls + merge(1, 0, type == MPI_INTEGER)
    inout = factor * in + inout
  end subroutine
end subroutine

! program f_first_attributes: The attributes of MPI-1 are integers of the default kind (MPI 2.2, 15.1).
module f_first_attributes_functions
  implicit none
  integer :: deleted = 0
contains
  subroutine copy_number(comm, key, extra, in, out, flag, ierror)
    integer :: comm, key, extra, in, out, ierror
    logical :: flag
    out = in + extra
    flag = comm /= key
    ierror = 0
  end subroutine
  subroutine delete_number(comm, key, value, extra, ierror)
    integer :: comm, key, value, extra, ierror
    deleted = deleted + value
    ierror = merge(0, 1, comm /= key .and. extra == 3)
  end subroutine
end module
subroutine test_f_first_attributes(rank, size)
  use checks
  use f_first_attributes_functions
  implicit none
  include 'mpif.h'
  integer, intent(in) :: rank, size
  integer :: key, value, comm, copy, ierror
  logical :: flag
  external :: MPI_Keyval_create, MPI_Attr_put, MPI_Attr_get, MPI_Attr_delete, MPI_Keyval_free
  call MPI_Keyval_create(copy_number, delete_number, key, 3, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Attr_put(comm, key, -35, ierror)
  value = 0
  flag = .false.
  call MPI_Attr_get(comm, key, value, flag, ierror)
  call check(flag .and. value == -35, 'an attribute')
  call MPI_Comm_dup(comm, copy, ierror)
  call MPI_Attr_get(copy, key, value, flag, ierror)
  call check(flag .and. value == -32, 'a copied attribute')
  call MPI_Attr_delete(comm, key, ierror)
  call check(deleted == -35, 'a deleted attribute')
  call MPI_Comm_free(copy, ierror)
  call check(deleted == -67, 'the attribute of a freed communicator')
  call MPI_Comm_free(comm, ierror)
  call MPI_Keyval_free(key, ierror)
  call check(key == MPI_KEYVAL_INVALID, 'a freed key')
  call say(rank, 'first attributes', [deleted])
end subroutine

! program f_removed_types: The constructors of types that MPI 3.0 removed, with addresses of the default kind (15.1).
! openmpi: its address of MPI_BOTTOM is not 0
! mpich: its mpif.h has no interfaces for them
subroutine test_f_removed_types(rank, size)
  use checks
  implicit none
  include 'mpif.h'
  integer, intent(in) :: rank, size
  integer :: type, extent, lb, ub, ierror, address, from(6), to(3), i
  external :: MPI_Type_hvector, MPI_Type_hindexed, MPI_Type_struct, MPI_Type_extent, MPI_Type_lb, MPI_Type_ub
  external :: MPI_Address
  from = [1, 2, 3, 4, 5, 6]
  call MPI_Type_hvector(3, 1, 8, MPI_INTEGER, type, ierror)
  extent = 0
  call MPI_Type_extent(type, extent, ierror)
  call check(extent == 20, 'the extent')
  call MPI_Type_commit(type, ierror)
  to = 0
  call MPI_Sendrecv(from, 1, type, rank, 0, to, 3, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call check(all(to == [1, 3, 5]), 'a vector')
  call MPI_Type_free(type, ierror)
  call MPI_Type_hindexed(2, [1, 2], [20, 0], MPI_INTEGER, type, ierror)
  call MPI_Type_commit(type, ierror)
  to = 0
  call MPI_Sendrecv(from, 1, type, rank, 0, to, 3, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  call check(all(to == [6, 1, 2]), 'an indexed type')
  call MPI_Type_free(type, ierror)
  call MPI_Type_struct(2, [1, 1], [-4, 8], [MPI_INTEGER, MPI_REAL], type, ierror)
  lb = 0
  ub = 0
  call MPI_Type_lb(type, lb, ierror)
  call MPI_Type_ub(type, ub, ierror)
  call check(lb == -4 .and. ub == 12, 'the bounds')
  call MPI_Type_free(type, ierror)
  address = -1
  call MPI_Address(MPI_BOTTOM, address, ierror)
  call check(address == 0, 'an address')
  call say(rank, 'removed types', [(to(i), i = 1, 3)])
end subroutine

! program f_removed_handlers: The error handlers of MPI-1 (15.1).
! mpich: its mpif.h has no interfaces for them
module f_removed_handlers_functions
  implicit none
  integer :: seen = 0
contains
  subroutine note_first_error(comm, code)
    integer :: comm, code
    if (comm /= 0) seen = code
  end subroutine
end module
subroutine test_f_removed_handlers(rank, size)
  use checks
  use f_removed_handlers_functions
  implicit none
  include 'mpif.h'
  integer, intent(in) :: rank, size
  integer :: handler, found, comm, ierror, class
  external :: MPI_Errhandler_create, MPI_Errhandler_set, MPI_Errhandler_get
  call MPI_Comm_dup(MPI_COMM_SELF, comm, ierror)
  call MPI_Errhandler_create(note_first_error, handler, ierror)
  call MPI_Errhandler_set(comm, handler, ierror)
  found = -1
  call MPI_Errhandler_get(comm, found, ierror)
  call check(found == handler, 'the handler')
  call MPI_Send(comm, 1, MPI_INTEGER, 5, 0, comm, ierror)
  call MPI_Error_class(seen, class, ierror)
  call check(class == MPI_ERR_RANK, 'an error')
  call MPI_Errhandler_free(handler, ierror)
  call MPI_Comm_free(comm, ierror)
  call say(rank, 'removed handlers', [class])
end subroutine
