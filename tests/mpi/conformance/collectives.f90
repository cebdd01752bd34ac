! Collective calls in Fortran, from chapter 6 of MPI 4.1.

! program f_bcast_gather: One process sends to all, and receives from all, equal and unequal parts (6.4 to 6.6).
subroutine test_f_bcast_gather(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: all_of(10), own(4), value, i
  integer, parameter :: counts(4) = [1, 2, 3, 4], disps(4) = [9, 7, 4, 0]
  value = rank
  call MPI_Bcast(value, 1, MPI_INTEGER, 2, MPI_COMM_WORLD)
  call check(value == 2, 'a broadcast')
  all_of = -1
  call MPI_Gather(10 * rank, 1, MPI_INTEGER, all_of, 1, MPI_INTEGER, 1, MPI_COMM_WORLD)
  if (rank == 1) call check(all(all_of(:5) == [0, 10, 20, 30, -1]), 'what is gathered')
  if (rank /= 1) call check(all(all_of == -1), 'the buffer of others')
  own = [(10 * rank + i, i = 1, 4)]
  all_of = -1
  call MPI_Gatherv(own, counts(rank + 1), MPI_INTEGER, all_of, counts, disps, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank == 0) call check(all(all_of == [31, 32, 33, 34, 21, 22, 23, 11, 12, 1]), 'unequal parts')
  own = 0
  call MPI_Scatter([(i, i = 1, 8)], 2, MPI_INTEGER, own, 2, MPI_INTEGER, 3, MPI_COMM_WORLD)
  call check(all(own == [2 * rank + 1, 2 * rank + 2, 0, 0]), 'what is scattered')
  own = 0
  call MPI_Scatterv([(i, i = 1, 10)], counts, disps, MPI_INTEGER, own, counts(rank + 1), MPI_INTEGER, 0, &
                    MPI_COMM_WORLD)
  call check(all(own(:rank + 1) == [(disps(rank + 1) + i, i = 1, rank + 1)]), 'what is scattered unequally')
  call say(rank, 'bcast and gather', own)
end subroutine

! program f_allgather: All processes receive the parts of all (6.7).
subroutine test_f_allgather(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: pairs(2, 4), parts(7)
  integer, parameter :: counts(4) = [2, 0, 1, 3], disps(4) = [5, 0, 3, 0]
  pairs = 0
  call MPI_Allgather([rank, -rank], 2, MPI_INTEGER, pairs, 2, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(reshape(pairs, [8]) == [0, 0, 1, -1, 2, -2, 3, -3]), 'equal parts')
  parts = -1
  call MPI_Allgatherv([rank, rank, rank], counts(rank + 1), MPI_INTEGER, parts, counts, disps, MPI_INTEGER, &
                      MPI_COMM_WORLD)
  call check(all(parts == [3, 3, 3, 2, -1, 0, 0]), 'unequal parts')
  call say(rank, 'allgather', parts)
end subroutine

! program f_alltoall: Each process sends another part to each one, with one type or several (6.8).
subroutine test_f_alltoall(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: to(4), i, own, parts(16), expected(16), block(4), kept
  real :: values(4)
  type(MPI_Datatype) :: sent(4), received(4)
  integer, parameter :: counts(4) = [1, 2, 3, 4], disps(4) = [0, 1, 3, 6]
  to = -1
  call MPI_Alltoall([(10 * rank + i, i = 0, 3)], 1, MPI_INTEGER, to, 1, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(to == [(10 * i + rank, i = 0, 3)]), 'equal parts')
  ! Each process gets as many elements from each one as its rank says.
  own = rank + 1
  parts = -1
  expected = -1
  do i = 0, 3
    expected(own * i + 1:own * (i + 1)) = 100 * i + disps(own) + counts(:own)
  end do
  call MPI_Alltoallv([(100 * rank + i, i = 1, 10)], counts, disps, MPI_INTEGER, parts, [own, own, own, own], &
                     own * [0, 1, 2, 3], MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(parts == expected), 'unequal parts')
  ! Processes 1 and 3 get reals, which others send as reals.
  sent = [MPI_INTEGER, MPI_REAL, MPI_INTEGER, MPI_REAL]
  received = sent(own)
  block = [rank, transfer(1.0 * rank, kept), rank, transfer(1.0 * rank, kept)]
  to = -1
  call MPI_Alltoallw(block, [1, 1, 1, 1], [0, 4, 8, 12], sent, to, [1, 1, 1, 1], [12, 8, 4, 0], received, &
                     MPI_COMM_WORLD)
  values = transfer(to, values)
  if (mod(rank, 2) == 0) call check(all(to == [3, 2, 1, 0]), 'integers')
  if (mod(rank, 2) == 1) call check(all(values == [3.0, 2.0, 1.0, 0.0]), 'reals')
  call say(rank, 'alltoall', [parts, to])
end subroutine

! program f_reductions: Each reduction, with the results of each rank (6.9 to 6.11).
subroutine test_f_reductions(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: value(2), total(2), own, parts(4), i
  value = [rank + 1, 2 * rank]
  total = -1
  call MPI_Reduce(value, total, 2, MPI_INTEGER, MPI_SUM, 2, MPI_COMM_WORLD)
  if (rank == 2) call check(all(total == [10, 12]), 'a reduction')
  if (rank /= 2) call check(all(total == -1), 'the results of others')
  call MPI_Allreduce(value, total, 2, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD)
  call check(all(total == [24, 0]), 'a reduction to all')
  own = -1
  call MPI_Reduce_scatter_block([(10 * rank + i, i = 0, 3)], own, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(own == 60 + 4 * rank, 'a reduction with equal parts')
  parts = -1
  call MPI_Reduce_scatter([(rank + i, i = 1, 6)], parts, [0, 1, 2, 3], MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
  do i = 1, rank
    call check(parts(i) == 3 + rank * (rank - 1) / 2 + i, 'a reduction with unequal parts')
  end do
  own = -1
  call MPI_Scan(rank + 1, own, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(own == (rank + 1) * (rank + 2) / 2, 'an inclusive scan')
  own = -1
  call MPI_Exscan(rank + 1, own, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (rank > 0) call check(own == rank * (rank + 1) / 2, 'an exclusive scan')
  call say(rank, 'reductions', [total, parts(:max(rank, 1))])
end subroutine

! program f_operations: The predefined operations on the types of Fortran (6.9.2, 6.9.4).
subroutine test_f_operations(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  logical :: flag
  integer :: pair(2), best(2), bits
  real :: real_pair(2), real_best(2)
  double precision :: double_pair(2), double_best(2)
  complex :: z
  call MPI_Allreduce(rank < 3, flag, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD)
  call check(.not. flag, 'and')
  call MPI_Allreduce(rank == 3, flag, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD)
  call check(flag, 'or')
  call MPI_Allreduce(rank /= 0, flag, 1, MPI_LOGICAL, MPI_LXOR, MPI_COMM_WORLD)
  call check(flag, 'exclusive or')
  call MPI_Allreduce(ieor(15, ishft(1, rank)), bits, 1, MPI_INTEGER, MPI_BAND, MPI_COMM_WORLD)
  call check(bits == 0, 'bits of and')
  call MPI_Allreduce(ishft(1, rank), bits, 1, MPI_INTEGER, MPI_BOR, MPI_COMM_WORLD)
  call check(bits == 15, 'bits of or')
  call MPI_Allreduce(ishft(3, rank), bits, 1, MPI_INTEGER, MPI_BXOR, MPI_COMM_WORLD)
  call check(bits == 17, 'bits of exclusive or')
  pair = [mod(rank, 2), rank]
  call MPI_Allreduce(pair, best, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD)
  call check(all(best == [1, 1]), 'a maximum with its location')
  call MPI_Allreduce(pair, best, 1, MPI_2INTEGER, MPI_MINLOC, MPI_COMM_WORLD)
  call check(all(best == [0, 0]), 'a minimum with its location')
  real_pair = [abs(rank - 1.5), real(rank)]
  call MPI_Allreduce(real_pair, real_best, 1, MPI_2REAL, MPI_MAXLOC, MPI_COMM_WORLD)
  call check(all(real_best == [1.5, 0.0]), 'a pair of reals')
  double_pair = [abs(rank - 1.5d0), dble(rank)]
  call MPI_Allreduce(double_pair, double_best, 1, MPI_2DOUBLE_PRECISION, MPI_MINLOC, MPI_COMM_WORLD)
  call check(all(double_best == [0.5d0, 1d0]), 'a pair of doubles')
  call MPI_Allreduce(cmplx(0, 1), z, 1, MPI_COMPLEX, MPI_PROD, MPI_COMM_WORLD)
  call check(z == (1.0, 0.0), 'a product of complex numbers')
  call say(rank, 'operations', [best, bits])
end subroutine

! program f_user_operations: Operations of the program: not commutative, with a derived type, and by a callback (6.9.5).
module f_user_operations_functions
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
contains
  ! Composes affine functions x -> a x + b, which does not commute.
  subroutine compose(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: first(:, :), second(:, :)
    integer :: i
    call c_f_pointer(invec, first, [2, len])
    call c_f_pointer(inoutvec, second, [2, len])
    do i = 1, len
      second(2, i) = second(1, i) * first(2, i) + second(2, i)
      second(1, i) = second(1, i) * first(1, i)
    end do
    if (datatype == MPI_DATATYPE_NULL) second = 0
  end subroutine
end module
subroutine test_f_user_operations(rank, size)
  use mpi_f08
  use checks
  use f_user_operations_functions, only: compose
  integer, intent(in) :: rank, size
  type(MPI_Datatype) :: pair
  type(MPI_Op) :: op
  integer :: own(2, 2), result(2, 2), local(2)
  logical :: commutes
  call MPI_Type_contiguous(2, MPI_INTEGER, pair)
  call MPI_Type_commit(pair)
  call MPI_Op_create(compose, .false., op)
  commutes = .true.
  call MPI_Op_commutative(op, commutes)
  call check(.not. commutes, 'an operation that does not commute')
  call MPI_Op_commutative(MPI_SUM, commutes)
  call check(commutes, 'a sum')
  own = reshape([2, rank, 1, 1], [2, 2])
  call MPI_Allreduce(own, result, 2, pair, op, MPI_COMM_WORLD)
  call check(all(reshape(result, [4]) == [16, 11, 1, 4]), 'composed functions')
  call MPI_Scan(own, result, 2, pair, op, MPI_COMM_WORLD)
  call check(result(1, 1) == 2**(rank + 1) .and. result(2, 2) == rank + 1, 'a scan')
  local = [3, 1]
  call MPI_Reduce_local([5, 2], local, 1, pair, op)
  call check(all(local == [15, 7]), 'a local reduction')
  call MPI_Op_free(op)
  call check(op == MPI_OP_NULL, 'a freed operation')
  call MPI_Type_free(pair)
  call say(rank, 'user operations', reshape(result, [4]))
end subroutine

! program f_in_place: Calls whose data are in the buffer of the result (6.2 to 6.11).
subroutine test_f_in_place(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: four(4), value, i, one(1)
  type(MPI_Datatype) :: types(4)
  four = -1
  four(rank + 1) = rank
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, four, 1, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(four == [0, 1, 2, 3]), 'allgather')
  value = rank
  call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(value == 6, 'allreduce')
  value = rank
  if (rank == 1) call MPI_Reduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_MAX, 1, MPI_COMM_WORLD)
  if (rank /= 1) call MPI_Reduce(value, one, 1, MPI_INTEGER, MPI_MAX, 1, MPI_COMM_WORLD)
  call check(value == merge(3, rank, rank == 1), 'reduce')
  four = -1
  four(1) = 7
  if (rank == 0) call MPI_Gather(MPI_IN_PLACE, 1, MPI_INTEGER, four, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank /= 0) call MPI_Gather(rank, 1, MPI_INTEGER, four, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank == 0) call check(all(four == [7, 1, 2, 3]), 'gather')
  four = [10, 11, 12, 13]
  value = -1
  if (rank == 0) call MPI_Scatter(four, 1, MPI_INTEGER, MPI_IN_PLACE, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank /= 0) call MPI_Scatter(four, 1, MPI_INTEGER, value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call check(value == merge(-1, 10 + rank, rank == 0), 'scatter')
  four = [(10 * rank + i, i = 0, 3)]
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, four, 1, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(four == [(10 * i + rank, i = 0, 3)]), 'alltoall')
  types = MPI_INTEGER
  call MPI_Alltoallw(MPI_IN_PLACE, [0], [0], [MPI_DATATYPE_NULL], four, [1, 1, 1, 1], [0, 4, 8, 12], types, &
                     MPI_COMM_WORLD)
  call check(all(four == [(10 * rank + i, i = 0, 3)]), 'alltoallw')
  value = 2
  call MPI_Scan(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD)
  call check(value == 2**(rank + 1), 'scan')
  four = rank
  call MPI_Reduce_scatter_block(MPI_IN_PLACE, four, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(four(1) == 6, 'reduce_scatter_block')
  call say(rank, 'in place', [value, four(1)])
end subroutine

! program f_nonblocking: Each nonblocking collective call, all of them at once (6.12).
subroutine test_f_nonblocking(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Request) :: requests(17)
  type(MPI_Datatype) :: types(4)
  integer, parameter :: ones(4) = 1, disps(4) = [0, 1, 2, 3], bytes(4) = [0, 4, 8, 12]
  integer :: own, four(4), i
  integer :: bcast, gather(4), gatherv(4), scatter, scatterv, allgather(4), allgatherv(4), to_all(4), to_allv(4), &
             to_allw(4), reduced, all_reduced, parts, blocks, scanned, ex_scanned
  own = rank + 1
  four = [(10 * rank + i, i = 0, 3)]
  types = MPI_INTEGER
  bcast = own
  gather = 0; gatherv = 0; scatter = 0; scatterv = 0; allgather = 0; allgatherv = 0; to_all = 0; to_allv = 0
  to_allw = 0; reduced = 0; all_reduced = 0; parts = 0; blocks = 0; scanned = 0; ex_scanned = 0
  call MPI_Ibarrier(MPI_COMM_WORLD, requests(1))
  call MPI_Ibcast(bcast, 1, MPI_INTEGER, 3, MPI_COMM_WORLD, requests(2))
  call MPI_Igather(own, 1, MPI_INTEGER, gather, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(3))
  call MPI_Igatherv(own, 1, MPI_INTEGER, gatherv, ones, disps, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(4))
  call MPI_Iscatter(four, 1, MPI_INTEGER, scatter, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, requests(5))
  call MPI_Iscatterv(four, ones, disps, MPI_INTEGER, scatterv, 1, MPI_INTEGER, 2, MPI_COMM_WORLD, requests(6))
  call MPI_Iallgather(own, 1, MPI_INTEGER, allgather, 1, MPI_INTEGER, MPI_COMM_WORLD, requests(7))
  call MPI_Iallgatherv(own, 1, MPI_INTEGER, allgatherv, ones, disps, MPI_INTEGER, MPI_COMM_WORLD, requests(8))
  call MPI_Ialltoall(four, 1, MPI_INTEGER, to_all, 1, MPI_INTEGER, MPI_COMM_WORLD, requests(9))
  call MPI_Ialltoallv(four, ones, disps, MPI_INTEGER, to_allv, ones, disps, MPI_INTEGER, MPI_COMM_WORLD, requests(10))
  call MPI_Ialltoallw(four, ones, bytes, types, to_allw, ones, bytes, types, MPI_COMM_WORLD, requests(11))
  call MPI_Ireduce(own, reduced, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, requests(12))
  call MPI_Iallreduce(own, all_reduced, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD, requests(13))
  call MPI_Ireduce_scatter(four, parts, ones, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(14))
  call MPI_Ireduce_scatter_block(four, blocks, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(15))
  call MPI_Iscan(own, scanned, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(16))
  call MPI_Iexscan(own, ex_scanned, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(17))
  call MPI_Waitall(17, requests, MPI_STATUSES_IGNORE)
  call check(bcast == 4, 'ibcast')
  if (rank == 0) call check(all(gather == [1, 2, 3, 4]) .and. all(gatherv == gather), 'igather')
  call check(scatter == 10 + rank .and. scatterv == 20 + rank, 'iscatter')
  call check(all(allgather == [1, 2, 3, 4]) .and. all(allgatherv == allgather), 'iallgather')
  call check(all(to_all == [(10 * i + rank, i = 0, 3)]), 'ialltoall')
  call check(all(to_allv == to_all) .and. all(to_allw == to_all), 'ialltoallv')
  call check(reduced == merge(10, 0, rank == 0) .and. all_reduced == 24, 'ireduce')
  call check(parts == 60 + 4 * rank .and. blocks == 30 + rank, 'ireduce_scatter')
  call check(scanned == own * (own + 1) / 2 .and. ex_scanned == rank * own / 2, 'iscan')
  call say(rank, 'nonblocking', [allgather, to_all, parts, blocks, scanned])
end subroutine

! program f_barriers: A process leaves a barrier when all have entered it (6.3).
subroutine test_f_barriers(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Request) :: request
  integer :: value
  logical :: flag
  value = 0
  if (rank == 0) then
    call MPI_Ibarrier(MPI_COMM_WORLD, request)
    flag = .true.
    call MPI_Test(request, flag, MPI_STATUS_IGNORE)
    call check(.not. flag, 'a barrier that others have not entered')
    call MPI_Send(1, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  else
    if (rank == 1) call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Ibarrier(MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  end if
  if (rank == 2) then
    call MPI_Isend(5, 1, MPI_INTEGER, 3, 1, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 3) then  ! the message was sent before the barrier
    call MPI_Iprobe(2, 1, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE)
    call MPI_Recv(value, 1, MPI_INTEGER, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(value == 5, 'the message')
  end if
end subroutine

! program f_persistent_collectives: Each persistent collective call, started twice (6.13).
! openmpi: 4.1 lacks these functions
! mpich: MPI_Gather_init gathers nothing
subroutine test_f_persistent_collectives(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Request) :: requests(17)
  type(MPI_Datatype) :: types(4)
  integer, parameter :: ones(4) = 1, disps(4) = [0, 1, 2, 3], bytes(4) = [0, 4, 8, 12]
  integer :: own, four(4), i, round
  integer :: bcast, gather(4), gatherv(4), scatter, scatterv, allgather(4), allgatherv(4), to_all(4), to_allv(4), &
             to_allw(4), reduced, all_reduced, parts, blocks, scanned, ex_scanned
  types = MPI_INTEGER
  call MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
  call MPI_Bcast_init(bcast, 1, MPI_INTEGER, 3, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2))
  call MPI_Gather_init(own, 1, MPI_INTEGER, gather, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests(3))
  call MPI_Gatherv_init(own, 1, MPI_INTEGER, gatherv, ones, disps, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &
                        requests(4))
  call MPI_Scatter_init(four, 1, MPI_INTEGER, scatter, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, MPI_INFO_NULL, requests(5))
  call MPI_Scatterv_init(four, ones, disps, MPI_INTEGER, scatterv, 1, MPI_INTEGER, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &
                         requests(6))
  call MPI_Allgather_init(own, 1, MPI_INTEGER, allgather, 1, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, requests(7))
  call MPI_Allgatherv_init(own, 1, MPI_INTEGER, allgatherv, ones, disps, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, &
                           requests(8))
  call MPI_Alltoall_init(four, 1, MPI_INTEGER, to_all, 1, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, requests(9))
  call MPI_Alltoallv_init(four, ones, disps, MPI_INTEGER, to_allv, ones, disps, MPI_INTEGER, MPI_COMM_WORLD, &
                          MPI_INFO_NULL, requests(10))
  call MPI_Alltoallw_init(four, ones, bytes, types, to_allw, ones, bytes, types, MPI_COMM_WORLD, MPI_INFO_NULL, &
                          requests(11))
  call MPI_Reduce_init(own, reduced, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, MPI_INFO_NULL, requests(12))
  call MPI_Allreduce_init(own, all_reduced, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD, MPI_INFO_NULL, requests(13))
  call MPI_Reduce_scatter_init(four, parts, ones, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(14))
  call MPI_Reduce_scatter_block_init(four, blocks, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &
                                     requests(15))
  call MPI_Scan_init(own, scanned, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(16))
  call MPI_Exscan_init(own, ex_scanned, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(17))
  do round = 1, 2
    own = rank + round
    four = [(10 * rank + i * round, i = 0, 3)]
    bcast = own
    gather = 0; gatherv = 0; scatter = 0; scatterv = 0; allgather = 0; allgatherv = 0; to_all = 0; to_allv = 0
    to_allw = 0; reduced = 0; all_reduced = 0; parts = 0; blocks = 0; scanned = 0; ex_scanned = 0
    call MPI_Startall(17, requests)
    call MPI_Waitall(17, requests, MPI_STATUSES_IGNORE)
    call MPI_F_sync_reg(own)
    call check(bcast == 3 + round, 'bcast_init')
    if (rank == 0) call check(all(gather == [0, 1, 2, 3] + round) .and. all(gatherv == gather), 'gather_init')
    call check(scatter == 10 + rank * round .and. scatterv == 20 + rank * round, 'scatter_init')
    call check(all(allgather == [0, 1, 2, 3] + round) .and. all(allgatherv == allgather), 'allgather_init')
    call check(all(to_all == [(10 * i + rank * round, i = 0, 3)]), 'alltoall_init')
    call check(all(to_allv == to_all) .and. all(to_allw == to_all), 'alltoallv_init')
    call check(reduced == merge(6 + 4 * round, 0, rank == 0), 'reduce_init')
    call check(all_reduced == product([0, 1, 2, 3] + round), 'allreduce_init')
    call check(parts == 60 + 4 * rank * round .and. blocks == 30 + rank * round, 'reduce_scatter_init')
    call check(scanned == sum([(i + round, i = 0, rank)]), 'scan_init')
    if (rank > 0) call check(ex_scanned == sum([(i + round, i = 0, rank - 1)]), 'exscan_init')
  end do
  call say(rank, 'persistent collectives', [allgather, to_all, parts, blocks, scanned])
  do i = 1, 17
    call MPI_Request_free(requests(i))
  end do
end subroutine

! program f_large_counts: Forms with counts of the kind MPI_COUNT_KIND (19.2).
subroutine test_f_large_counts(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer(kind=MPI_COUNT_KIND), parameter :: one = 1
  integer(kind=MPI_COUNT_KIND) :: counts(4), count
  integer(kind=MPI_ADDRESS_KIND) :: disps(4)
  integer :: value, total, four(4)
  type(MPI_Status) :: status
  type(MPI_Request) :: request
  value = rank
  call MPI_Allreduce(value, total, one, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(total == 6, 'allreduce')
  counts = 1
  disps = [3, 2, 1, 0]
  four = -1
  call MPI_Allgatherv(value, one, MPI_INTEGER, four, counts, disps, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(four == [3, 2, 1, 0]), 'allgatherv')
  call MPI_Irecv(total, one, MPI_INTEGER, mod(rank + 1, size), 3, MPI_COMM_WORLD, request)
  call MPI_Send(value, one, MPI_INTEGER, mod(rank + size - 1, size), 3, MPI_COMM_WORLD)
  call MPI_Wait(request, status)
  count = 0
  call MPI_Get_count(status, MPI_INTEGER, count)
  call check(total == mod(rank + 1, size) .and. count == 1, 'a message')
  call say(rank, 'large counts', four)
end subroutine
