C     A program with mpif.h in fixed form: datatypes, groups, info,
C     attributes of MPI-1, operations, and the names that MPI 3.0
C     removed. Returns the number of the first check that fails; 0 if
C     there is none.
      subroutine test_mpif(failed)
      implicit none
      include 'mpif.h'
      integer failed
      external first_attributes, later_attributes, old_types, objects
      failed = 0
      call old_types(failed)
      call objects(failed)
      call first_attributes(failed)
      call later_attributes(failed)
      end

C     Keeps the first number whose check fails.
      subroutine check(is_right, number, failed)
      implicit none
      logical is_right
      integer number, failed
      if (.not. is_right .and. failed .eq. 0) failed = number
      end

      subroutine old_types(failed)
      implicit none
      include 'mpif.h'
      integer failed, ierr, vector, record, extent, lb, ub
      integer lengths(2), disps(2), types(2), numbers(20), packed(20)
      integer position, i, bytes
      call MPI_TYPE_HVECTOR(3, 1, 8, MPI_INTEGER, vector, ierr)
      call check(ierr .eq. MPI_SUCCESS, 101, failed)
      call MPI_TYPE_EXTENT(vector, extent, ierr)
      call check(extent .eq. 20, 102, failed)
      lengths(1) = 1
      lengths(2) = 2
      disps(1) = -4
      disps(2) = 8
      types(1) = MPI_INTEGER
      types(2) = MPI_REAL
      call MPI_TYPE_STRUCT(2, lengths, disps, types, record, ierr)
      call check(ierr .eq. MPI_SUCCESS, 103, failed)
      call MPI_TYPE_LB(record, lb, ierr)
      call MPI_TYPE_UB(record, ub, ierr)
      call check(lb .eq. -4 .and. ub .eq. 16, 104, failed)
      call MPI_TYPE_FREE(record, ierr)
      call check(record .eq. MPI_DATATYPE_NULL, 105, failed)
      call MPI_TYPE_COMMIT(vector, ierr)
      do 10 i = 1, 20
        numbers(i) = i
        packed(i) = 0
 10   continue
      position = 4
      call MPI_PACK(numbers, 1, vector, packed, 80, position,
     &              MPI_COMM_WORLD, ierr)
      call check(position .eq. 16, 106, failed)
      call check(packed(1) .eq. 0 .and. packed(2) .eq. 1, 107, failed)
      call check(packed(3) .eq. 3 .and. packed(4) .eq. 5, 108, failed)
      call MPI_TYPE_SIZE(MPI_DOUBLE_COMPLEX, bytes, ierr)
      call check(bytes .eq. 16, 109, failed)
C     An address of the default kind.
      call MPI_ADDRESS(MPI_BOTTOM, extent, ierr)
      call check(extent .eq. 0, 110, failed)
      end

      subroutine objects(failed)
      implicit none
      include 'mpif.h'
      integer failed, ierr, group, rank, info, length, op, in, inout
      integer ranks(1), own, requests(2), statuses(MPI_STATUS_SIZE,2)
      integer status(MPI_STATUS_SIZE), index, outcount, indices(2)
      logical flag
      character*12 text
      external multiply_add
      call MPI_COMM_GROUP(MPI_COMM_WORLD, group, ierr)
      call MPI_GROUP_RANK(group, rank, ierr)
      call check(rank .eq. 0, 201, failed)
      ranks(1) = 0
      call MPI_GROUP_EXCL(group, 1, ranks, own, ierr)
      call check(own .eq. MPI_GROUP_EMPTY, 202, failed)
      call MPI_GROUP_FREE(group, ierr)
      call check(group .eq. MPI_GROUP_NULL, 203, failed)
      call MPI_INFO_CREATE(info, ierr)
      call MPI_INFO_SET(info, 'key  ', ' some value  ', ierr)
      text = 'unchanged'
      call MPI_INFO_GET(info, 'none', 12, text, flag, ierr)
      call check(.not. flag .and. text .eq. 'unchanged', 204, failed)
      call MPI_INFO_GET(info, 'key', 12, text, flag, ierr)
      call check(flag .and. text .eq. 'some value', 205, failed)
      length = 4
      call MPI_INFO_GET_STRING(info, 'key', length, text, flag, ierr)
      call check(length .eq. 10 .and. text .eq. 'some', 206, failed)
      call MPI_INFO_FREE(info, ierr)
      call MPI_INFO_FREE(info, ierr)
      call check(ierr .eq. MPI_ERR_INFO, 207, failed)
      call MPI_OP_CREATE(multiply_add, .false., op, ierr)
      call MPI_OP_COMMUTATIVE(op, flag, ierr)
      call check(.not. flag, 208, failed)
      in = 3
      inout = 4
      call MPI_REDUCE_LOCAL(in, inout, 1, MPI_INTEGER, op, ierr)
      call check(inout .eq. 16, 209, failed)
      requests(1) = MPI_REQUEST_NULL
      requests(2) = MPI_REQUEST_NULL
      call MPI_WAITANY(2, requests, index, status, ierr)
      call check(index .eq. MPI_UNDEFINED, 210, failed)
      call check(status(MPI_SOURCE) .eq. MPI_ANY_SOURCE, 211, failed)
      call MPI_WAITALL(2, requests, statuses, ierr)
      call check(statuses(MPI_TAG,2) .eq. MPI_ANY_TAG, 212, failed)
      call MPI_WAITALL(2, requests, MPI_STATUSES_IGNORE, ierr)
      call check(ierr .eq. MPI_SUCCESS, 213, failed)
      call MPI_WAITSOME(2, requests, outcount, indices,
     &                  MPI_STATUSES_IGNORE, ierr)
      call check(outcount .eq. MPI_UNDEFINED, 214, failed)
      call MPI_COMM_GET_NAME(MPI_COMM_WORLD, text, length, ierr)
      call check(text .eq. 'MPI_COMM_WOR', 215, failed)
      call check(length .eq. 14, 216, failed)
      call check(MPI_MAX_OBJECT_NAME .eq. 127, 217, failed)
      end

      subroutine multiply_add(in, inout, length, datatype)
      implicit none
      include 'mpif.h'
      integer length, datatype, in(length), inout(length), i
      do 10 i = 1, length
        inout(i) = in(i) * inout(i) + 4
        if (datatype .ne. MPI_INTEGER) inout(i) = -1
 10   continue
      end

C     Attributes of MPI-1 are integers of the default kind.
      subroutine first_attributes(failed)
      implicit none
      include 'mpif.h'
      integer failed, ierr, key, value, comm, copy
      logical flag
      external copy_and_add
      call MPI_KEYVAL_CREATE(copy_and_add, MPI_NULL_DELETE_FN, key, 7,
     &                       ierr)
      call MPI_COMM_DUP(MPI_COMM_WORLD, comm, ierr)
      call MPI_ATTR_PUT(comm, key, -35, ierr)
      call MPI_COMM_DUP(comm, copy, ierr)
      call check(ierr .eq. MPI_SUCCESS, 301, failed)
      call MPI_ATTR_GET(copy, key, value, flag, ierr)
      call check(flag .and. value .eq. -28, 302, failed)
      call MPI_ATTR_GET(comm, MPI_TAG_UB, value, flag, ierr)
      call check(flag .and. value .gt. 32766, 303, failed)
      call MPI_COMM_FREE(copy, ierr)
      call MPI_COMM_FREE(comm, ierr)
      call check(comm .eq. MPI_COMM_NULL, 304, failed)
      end

      subroutine copy_and_add(comm, key, extra, in, out, flag, ierr)
      implicit none
      include 'mpif.h'
      integer comm, key, extra, in, out, ierr
      logical flag
      out = in + extra
      flag = comm .ne. MPI_COMM_NULL .and. key .ne. MPI_KEYVAL_INVALID
      ierr = MPI_SUCCESS
      end

C     Those of MPI-2 have the kind of addresses. MPI_COMM_DUP_FN copies
C     values of every language.
      subroutine later_attributes(failed)
      implicit none
      include 'mpif.h'
      integer failed, ierr, key, copy, key2
      integer(kind=MPI_ADDRESS_KIND) value, extra
      logical flag
      external refuse_delete
      extra = 5
      call MPI_COMM_CREATE_KEYVAL(MPI_COMM_DUP_FN, refuse_delete, key,
     &                            extra, ierr)
      call MPI_COMM_DUP(MPI_COMM_WORLD, copy, ierr)
      value = 12345678901_MPI_ADDRESS_KIND
      call MPI_COMM_SET_ATTR(copy, key, value, ierr)
      call MPI_COMM_DELETE_ATTR(copy, key, ierr)
      call check(ierr .eq. MPI_ERR_OTHER, 401, failed)
      value = 0
      call MPI_COMM_GET_ATTR(copy, key, value, flag, ierr)
      call check(value .eq. 12345678901_MPI_ADDRESS_KIND, 402, failed)
      call MPI_TYPE_CREATE_KEYVAL(MPI_TYPE_NULL_COPY_FN,
     &                            MPI_TYPE_NULL_DELETE_FN, key2, extra,
     &                            ierr)
      call MPI_TYPE_SET_ATTR(MPI_REAL, key2, extra, ierr)
      call MPI_TYPE_GET_ATTR(MPI_REAL, key2, value, flag, ierr)
      call check(flag .and. value .eq. 5, 403, failed)
      call MPI_TYPE_GET_ATTR(MPI_REAL, key, value, flag, ierr)
      call check(ierr .eq. MPI_ERR_KEYVAL, 404, failed)
      end

      subroutine refuse_delete(comm, key, value, extra, ierr)
      implicit none
      include 'mpif.h'
      integer comm, key, ierr
      integer(kind=MPI_ADDRESS_KIND) value, extra
      ierr = MPI_SUCCESS
      if (value .eq. 12345678901_MPI_ADDRESS_KIND) ierr = MPI_ERR_OTHER
      if (extra .ne. 5) ierr = MPI_ERR_INTERN
      if (comm .eq. key) ierr = MPI_ERR_INTERN
      end
