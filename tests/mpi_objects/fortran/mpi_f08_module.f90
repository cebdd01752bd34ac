! A program with the module mpi_f08: handles are types, error codes are optional, and large counts have the same names.
! Returns the number of the first check that fails; 0 if there is none.
module f08_checks
  use mpi_f08
  implicit none
  integer :: failed_check = 0
contains
  subroutine check(is_right, number)
    logical, intent(in) :: is_right
    integer, intent(in) :: number
    if (.not. is_right .and. failed_check == 0) failed_check = number
  end subroutine

  subroutine subtract(invec, inoutvec, len, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: in(:), inout(:)
    call c_f_pointer(invec, in, [len])
    call c_f_pointer(inoutvec, inout, [len])
    inout = inout - in
    if (datatype /= MPI_INTEGER) inout = -1
  end subroutine

  subroutine subtract_large(invec, inoutvec, len, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
    type(c_ptr), value :: invec, inoutvec
    integer(kind=MPI_COUNT_KIND) :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: in(:), inout(:)
    call c_f_pointer(invec, in, [len])
    call c_f_pointer(inoutvec, inout, [len])
    inout = inout - in
    if (datatype == MPI_DATATYPE_NULL) inout = -1
  end subroutine

  subroutine copy_attribute(oldcomm, keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    attribute_val_out = attribute_val_in + extra_state
    flag = attribute_val_in /= 13 .and. oldcomm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
  end subroutine

  subroutine check_types()
    type(MPI_Datatype) :: vector, large, record, found(2)
    integer(kind=MPI_ADDRESS_KIND) :: lb, extent
    integer(kind=MPI_COUNT_KIND) :: count, position, size
    integer :: small_size, integers(4), small_position
    integer(kind=MPI_ADDRESS_KIND) :: addresses(2)
    integer :: numbers(6) = [1, 2, 3, 4, 5, 6], packed(6)
    call MPI_Type_vector(3, 1, 2, MPI_INTEGER, vector)
    call MPI_Type_get_extent(vector, lb, extent)
    call check(lb == 0 .and. extent == 20, 101)
    count = 3000000000_MPI_COUNT_KIND
    call MPI_Type_contiguous(count, MPI_INTEGER, large)  ! the form with large counts
    call MPI_Type_size(large, size)
    call check(size == 12000000000_MPI_COUNT_KIND, 102)
    call MPI_Type_size(large, small_size)
    call check(small_size == MPI_UNDEFINED, 103)
    call MPI_Type_get_extent_c(large, position, size)
    call check(size == 12000000000_MPI_COUNT_KIND, 104)
    call MPI_Type_create_struct(2, [1, 1], [0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND], [MPI_INTEGER, MPI_REAL], record)
    call MPI_Type_get_contents(record, 4, 2, 2, integers, addresses, found)
    call check(found(1) == MPI_INTEGER .and. found(2) == MPI_REAL .and. addresses(2) == 4, 105)
    call MPI_Type_commit(vector)
    packed = 0
    small_position = 0
    call MPI_Pack(numbers, 1, vector, packed, 24, small_position, MPI_COMM_WORLD)
    call check(all(packed(1:3) == [1, 3, 5]) .and. small_position == 12, 106)
    position = 0
    count = 1
    call MPI_Unpack(packed, 24_MPI_COUNT_KIND, position, numbers, count, vector, MPI_COMM_SELF)
    call check(position == 12, 107)
    call MPI_Type_free(vector)
    call check(vector == MPI_DATATYPE_NULL, 108)
  end subroutine

  subroutine check_operations()
    type(MPI_Op) :: op
    integer :: in(2) = [1, 2], inout(2) = [10, 20], ierror
    logical :: commutes
    call MPI_Op_create(subtract, .false., op)
    call MPI_Op_commutative(op, commutes)
    call MPI_Reduce_local(in, inout, 2, MPI_INTEGER, op, ierror)
    call check(ierror == MPI_SUCCESS .and. all(inout == [9, 18]) .and. .not. commutes, 201)
    call MPI_Op_free(op)
    call check(op == MPI_OP_NULL .and. op%MPI_VAL == MPI_OP_NULL%MPI_VAL, 202)
    call MPI_Op_create_c(subtract_large, .true., op)
    call MPI_Reduce_local(in, inout, 2_MPI_COUNT_KIND, MPI_INTEGER, op)
    call check(all(inout == [8, 16]), 203)
    call MPI_Reduce_local(in, inout, 2, MPI_INTEGER, MPI_SUM)
    call check(all(inout == [9, 18]), 204)
    call MPI_Reduce_local(MPI_IN_PLACE, inout, 2, MPI_INTEGER, MPI_SUM, ierror)
    call check(ierror == MPI_ERR_BUFFER, 205)
  end subroutine

  subroutine check_communicators()
    type(MPI_Comm) :: comm, copy
    type(MPI_Group) :: group, empty
    type(MPI_Info) :: info
    integer :: keyval, size, ranks(1), ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra, value
    logical :: flag
    character(len=8) :: text
    extra = 100
    call MPI_Comm_create_keyval(copy_attribute, MPI_COMM_NULL_DELETE_FN, keyval, extra)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call MPI_Comm_set_attr(comm, keyval, 11_MPI_ADDRESS_KIND)
    call MPI_Comm_dup(comm, copy)
    call MPI_Comm_get_attr(copy, keyval, value, flag)
    call check(flag .and. value == 111, 301)
    call MPI_Comm_free(copy)
    call MPI_Comm_set_attr(comm, keyval, 13_MPI_ADDRESS_KIND)  ! which is not copied
    call MPI_Comm_dup(comm, copy)
    call MPI_Comm_get_attr(copy, keyval, value, flag)
    call check(.not. flag, 307)
    call MPI_Comm_group(comm, group)
    call MPI_Group_size(group, size)
    ranks = 0
    call MPI_Group_excl(group, 1, ranks, empty)
    call check(size == 1 .and. empty == MPI_GROUP_EMPTY .and. group /= empty, 302)
    call MPI_Info_create(info)
    call MPI_Info_set(info, 'key', 'value')
    call MPI_Info_get(info, 'key', 8, text, flag)
    call check(flag .and. text == 'value', 303)
    call MPI_Info_free(info)
    call check(info == MPI_INFO_NULL, 304)
    call MPI_Comm_size(MPI_COMM_NULL, size, ierror)
    call check(ierror == MPI_ERR_COMM, 305)
    call MPI_Comm_free(comm)
    call check(comm == MPI_COMM_NULL, 306)
  end subroutine

  subroutine check_statuses()
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: status, statuses(2)
    integer :: index, old(MPI_STATUS_SIZE), count
    logical :: flag
    requests = MPI_REQUEST_NULL
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
    call MPI_Testall(2, requests, flag, statuses)
    call check(flag .and. statuses(2)%MPI_TAG == MPI_ANY_TAG, 401)
    call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE)
    call check(index == MPI_UNDEFINED, 402)
    status%MPI_SOURCE = 5
    call MPI_Status_set_elements(status, MPI_REAL, 4)
    call MPI_Status_f082f(status, old)
    call check(old(MPI_SOURCE) == 5, 403)
    call MPI_Status_f2f08(old, status)
    call MPI_Get_count(status, MPI_REAL, count)
    call check(count == 4, 404)
    call PMPI_Status_set_cancelled(status, .true.)
    call MPI_Test_cancelled(status, flag)
    call check(flag, 405)
  end subroutine
end module f08_checks

subroutine test_mpi_f08(failed)
  use f08_checks
  integer, intent(out) :: failed
  call check_types()
  call check_operations()
  call check_communicators()
  call check_statuses()
  failed = failed_check
end subroutine
