! Groups, communicators and attributes in Fortran, from chapter 7 of MPI 4.1.

! program f_groups: Groups as sets with an order (7.3).
subroutine test_f_groups(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Group) :: all_of, low, odd, group
  integer :: n, ranks(4), result
  call MPI_Comm_group(MPI_COMM_WORLD, all_of)
  n = 0
  call MPI_Group_size(all_of, n)
  call check(n == 4, 'the size')
  n = -1
  call MPI_Group_rank(all_of, n)
  call check(n == rank, 'the rank')
  call MPI_Group_incl(all_of, 3, [2, 1, 0], low)
  call MPI_Group_excl(all_of, 2, [0, 2], odd)
  ranks = -1
  call MPI_Group_translate_ranks(low, 3, [0, 1, 2], all_of, ranks)
  call check(all(ranks(:3) == [2, 1, 0]), 'included ranks')
  call MPI_Group_translate_ranks(odd, 2, [0, 1], low, ranks)
  call check(all(ranks(:2) == [1, MPI_UNDEFINED]), 'excluded ranks')
  call MPI_Group_union(odd, low, group)
  call MPI_Group_translate_ranks(all_of, 4, [0, 1, 2, 3], group, ranks)
  call check(all(ranks == [3, 0, 2, 1]), 'a union')
  result = -1
  call MPI_Group_compare(group, all_of, result)
  call check(result == MPI_SIMILAR, 'a comparison')
  call MPI_Group_free(group)
  call check(group == MPI_GROUP_NULL, 'a freed group')
  call MPI_Group_intersection(low, odd, group)
  call MPI_Group_translate_ranks(group, 1, [0], all_of, ranks)
  call MPI_Group_size(group, n)
  call check(n == 1 .and. ranks(1) == 1, 'an intersection')
  call MPI_Group_free(group)
  call MPI_Group_difference(low, odd, group)
  call MPI_Group_translate_ranks(group, 2, [0, 1], all_of, ranks)
  call check(all(ranks(:2) == [2, 0]), 'a difference')
  call MPI_Group_free(group)
  call MPI_Group_range_incl(all_of, 2, reshape([3, 1, -2, 0, 0, 1], [3, 2]), group)
  call MPI_Group_translate_ranks(group, 3, [0, 1, 2], all_of, ranks)
  call check(all(ranks(:3) == [3, 1, 0]), 'a range that is included')
  call MPI_Group_free(group)
  call MPI_Group_range_excl(all_of, 1, reshape([0, 2, 1], [3, 1]), group)
  call MPI_Group_translate_ranks(group, 1, [0], all_of, ranks)
  call MPI_Group_size(group, n)
  call check(n == 1 .and. ranks(1) == 3, 'a range that is excluded')
  call MPI_Group_free(group)
  call MPI_Group_free(low)
  call MPI_Group_free(odd)
  call MPI_Group_free(all_of)
  call say(rank, 'groups', ranks(:1))
end subroutine

! program f_communicators: Communicators of groups, colours and nodes are apart from each other (7.4).
subroutine test_f_communicators(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: comm, other
  type(MPI_Group) :: all_of, some
  integer :: n, own, result
  integer, parameter :: members(0:3) = [2, -1, 1, 0]
  call MPI_Comm_group(MPI_COMM_WORLD, all_of)
  call MPI_Group_incl(all_of, 3, [3, 2, 0], some)
  call MPI_Comm_create(MPI_COMM_WORLD, some, comm)
  if (rank == 1) then
    call check(comm == MPI_COMM_NULL, 'the communicator of others')
  else
    call MPI_Comm_size(comm, n)
    call MPI_Comm_rank(comm, own)
    call check(n == 3 .and. own == members(rank), 'a communicator of a group')
    call MPI_Comm_create_group(MPI_COMM_WORLD, some, 5, other)
    result = -1
    call MPI_Comm_compare(comm, other, result)
    call check(result == MPI_CONGRUENT, 'a comparison')
    call MPI_Comm_free(other)
    call MPI_Comm_free(comm)
    call check(comm == MPI_COMM_NULL, 'a freed communicator')
  end if
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, comm)
  call MPI_Comm_size(comm, n)
  call MPI_Comm_rank(comm, own)
  call check(n == 2 .and. own == merge(0, 1, rank >= 2), 'a part')
  own = rank
  call MPI_Bcast(own, 1, MPI_INTEGER, 0, comm)
  call check(own == 2 + mod(rank, 2), 'a broadcast in a part')
  call MPI_Comm_compare(comm, MPI_COMM_WORLD, result)
  call check(result == MPI_UNEQUAL, 'a comparison with all')
  call MPI_Comm_free(comm)
  comm = MPI_COMM_SELF
  call MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, comm)
  call check(comm == MPI_COMM_NULL, 'no colour')
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, comm)
  n = 0
  call MPI_Comm_size(comm, n)
  call check(n >= 1 .and. comm /= MPI_COMM_WORLD, 'the processes of a node')
  call MPI_Comm_free(comm)
  call MPI_Group_free(some)
  call MPI_Group_free(all_of)
  call say(rank, 'communicators', [own])
end subroutine

! program f_duplicates: Duplicates have messages of their own; their names and hints (7.4.2, 7.4.4, 7.8).
subroutine test_f_duplicates(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: comm, copies(3)
  type(MPI_Request) :: requests(2)
  type(MPI_Info) :: info
  character(len=MPI_MAX_OBJECT_NAME) :: name
  integer :: values(3), length, result, i
  logical :: flag
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_compare(comm, MPI_COMM_WORLD, result)
  call check(result == MPI_CONGRUENT, 'a duplicate')
  call MPI_Comm_set_name(comm, 'a duplicate')
  name = ''
  call MPI_Comm_get_name(comm, name, length)
  call check(name == 'a duplicate' .and. length == 11, 'its name')
  call MPI_Info_create(info)
  call MPI_Info_set(info, 'mpi_assert_no_any_tag', 'true')
  call MPI_Comm_dup_with_info(comm, info, copies(1))
  call MPI_Comm_idup(comm, copies(2), requests(1))
  call MPI_Comm_idup_with_info(comm, info, copies(3), requests(2))
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  values = 0
  do i = 1, 3  ! a message of one communicator is not received by another
    call MPI_Isend(i, 1, MPI_INTEGER, mod(rank + 1, size), 0, copies(i), requests(1))
    call MPI_Request_free(requests(1))
  end do
  do i = 3, 1, -1
    call MPI_Recv(values(i), 1, MPI_INTEGER, mod(rank + size - 1, size), 0, copies(i), MPI_STATUS_IGNORE)
  end do
  call check(all(values == [1, 2, 3]), 'the messages')
  call MPI_Comm_set_info(comm, info)
  call MPI_Info_free(info)
  call MPI_Comm_get_info(comm, info)
  call check(info /= MPI_INFO_NULL, 'hints')
  call MPI_Info_get(info, 'no such key', 10, name, flag)
  call check(.not. flag, 'a key that is not set')
  call MPI_Info_free(info)
  do i = 1, 3
    call MPI_Comm_free(copies(i))
  end do
  call MPI_Comm_free(comm)
  call say(rank, 'duplicates', values)
end subroutine

! program f_intercommunicators: Two groups, messages between them, collective calls, and their union (7.6).
subroutine test_f_intercommunicators(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: side, inter, merged
  type(MPI_Group) :: group
  integer :: n, value, got(2), own
  logical :: flag
  call MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, side)
  call MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, merge(2, 0, rank < 2), 9, inter)
  flag = .false.
  call MPI_Comm_test_inter(inter, flag)
  call check(flag, 'an intercommunicator')
  call MPI_Comm_test_inter(side, flag)
  call check(.not. flag, 'an intracommunicator')
  n = 0
  call MPI_Comm_remote_size(inter, n)
  call check(n == 2, 'the size of the other group')
  call MPI_Comm_remote_group(inter, group)
  call MPI_Group_rank(group, n)
  call check(n == MPI_UNDEFINED, 'the other group')
  call MPI_Group_free(group)
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, mod(rank, 2), 0, value, 1, MPI_INTEGER, mod(rank, 2), 0, inter, &
                    MPI_STATUS_IGNORE)
  call check(value == mod(rank + 2, 4), 'a message')
  got = -1
  call MPI_Allgather(rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, inter)
  call check(all(got == merge([2, 3], [0, 1], rank < 2)), 'a collective call')
  value = rank
  call MPI_Bcast(value, 1, MPI_INTEGER, merge(merge(MPI_ROOT, MPI_PROC_NULL, rank == 1), 1, rank < 2), inter)
  call check(value == merge(rank, 1, rank < 2), 'a broadcast')
  call MPI_Intercomm_merge(inter, rank < 2, merged)  ! the group with .false. is first
  call MPI_Comm_rank(merged, own)
  call check(own == mod(rank + 2, 4), 'the merged groups')
  call MPI_Comm_free(merged)
  call MPI_Comm_free(inter)
  call MPI_Comm_free(side)
  call say(rank, 'intercommunicators', [got, own])
end subroutine

! program f_attributes_of_objects: Attributes of communicators, datatypes and windows, with own functions (7.7).
module f_attribute_functions
  use mpi_f08
  implicit none
  integer :: deleted = 0
contains
  subroutine copy_comm(oldcomm, keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    type(MPI_Comm) :: oldcomm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    attribute_val_out = attribute_val_in + extra_state
    flag = oldcomm /= MPI_COMM_NULL .and. keyval /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
  end subroutine
  subroutine delete_comm(comm, keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deleted = deleted + int(attribute_val)
    ierror = merge(MPI_SUCCESS, MPI_ERR_OTHER, comm /= MPI_COMM_NULL .and. keyval /= extra_state)
  end subroutine
  subroutine delete_type(datatype, keyval, attribute_val, extra_state, ierror)
    type(MPI_Datatype) :: datatype
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deleted = deleted + int(attribute_val + extra_state)
    ierror = merge(MPI_SUCCESS, MPI_ERR_OTHER, datatype /= MPI_DATATYPE_NULL .and. keyval /= MPI_KEYVAL_INVALID)
  end subroutine
  subroutine delete_win(win, keyval, attribute_val, extra_state, ierror)
    type(MPI_Win) :: win
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    deleted = deleted + int(attribute_val + extra_state)
    ierror = merge(MPI_SUCCESS, MPI_ERR_OTHER, win /= MPI_WIN_NULL .and. keyval /= MPI_KEYVAL_INVALID)
  end subroutine
end module
subroutine test_f_attributes_of_objects(rank, size)
  use mpi_f08
  use checks
  use f_attribute_functions, only: copy_comm, delete_comm, delete_type, delete_win, deleted
  integer, intent(in) :: rank, size
  integer, parameter :: long = MPI_ADDRESS_KIND
  type(MPI_Comm) :: comm, copy
  type(MPI_Datatype) :: type, copied
  type(MPI_Win) :: win
  integer :: key, memory(10)
  integer(kind=long) :: value
  logical :: flag
  ! Communicators.
  call MPI_Comm_create_keyval(copy_comm, delete_comm, key, 100_long)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  flag = .true.
  call MPI_Comm_get_attr(comm, key, value, flag)
  call check(.not. flag, 'an attribute that is not set')
  call MPI_Comm_set_attr(comm, key, 7_long)
  value = 0
  call MPI_Comm_get_attr(comm, key, value, flag)
  call check(flag .and. value == 7, 'an attribute')
  call MPI_Comm_dup(comm, copy)
  call MPI_Comm_get_attr(copy, key, value, flag)
  call check(flag .and. value == 107, 'a copied attribute')
  call MPI_Comm_delete_attr(comm, key)
  call check(deleted == 7, 'a deleted attribute')
  call MPI_Comm_free(copy)
  call check(deleted == 114, 'the attribute of a freed communicator')
  call MPI_Comm_free(comm)
  call MPI_Comm_free_keyval(key)
  call check(key == MPI_KEYVAL_INVALID, 'a freed key')
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag)
  call check(flag .and. value >= 32767, 'the largest tag')
  ! Datatypes.
  deleted = 0
  call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, delete_type, key, 1_long)
  call MPI_Type_contiguous(2, MPI_REAL, type)
  call MPI_Type_set_attr(type, key, 8_long)
  value = 0
  call MPI_Type_get_attr(type, key, value, flag)
  call check(flag .and. value == 8, 'an attribute of a datatype')
  call MPI_Type_dup(type, copied)
  value = 0
  call MPI_Type_get_attr(copied, key, value, flag)
  call check(flag .and. value == 8, 'a copied attribute of a datatype')
  call MPI_Type_delete_attr(copied, key)
  call check(deleted == 9, 'a deleted attribute of a datatype')
  call MPI_Type_free(copied)
  call MPI_Type_free(type)
  call check(deleted == 18, 'the attribute of a freed datatype')
  call MPI_Type_free_keyval(key)
  call check(key == MPI_KEYVAL_INVALID, 'a freed key of datatypes')
  ! Windows.
  deleted = 0
  call MPI_Win_create(memory, 40_long, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_win, key, 2_long)
  call MPI_Win_set_attr(win, key, 9_long)
  value = 0
  call MPI_Win_get_attr(win, key, value, flag)
  call check(flag .and. value == 9, 'an attribute of a window')
  call MPI_Win_delete_attr(win, key)
  call check(deleted == 11, 'a deleted attribute of a window')
  call MPI_Win_get_attr(win, key, value, flag)
  call check(.not. flag, 'a deleted attribute')
  call MPI_Win_get_attr(win, MPI_WIN_SIZE, value, flag)
  call check(flag .and. value == 40, 'the size of a window')
  call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, value, flag)
  call check(flag .and. value == 4, 'its displacement unit')
  call MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, value, flag)
  call check(flag .and. value == MPI_WIN_FLAVOR_CREATE, 'its flavor')
  call MPI_Win_set_attr(win, key, 5_long)
  call MPI_Win_free(win)
  call check(deleted == 18, 'the attribute of a freed window')
  call MPI_Win_free_keyval(key)
  call check(key == MPI_KEYVAL_INVALID, 'a freed key of windows')
  call say(rank, 'attributes', [deleted])
end subroutine
