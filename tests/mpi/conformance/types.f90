! Datatypes in Fortran, from chapter 5 of MPI 4.1.

! program f_vectors: Contiguous types, vectors and those with strides in bytes select elements (5.1.2).
subroutine test_f_vectors(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: from(24), to(24), i, bytes
  type(MPI_Datatype) :: contiguous, vector, hvector
  from = [(i, i = 1, 24)]
  call MPI_Type_contiguous(3, MPI_INTEGER, contiguous)
  call MPI_Type_vector(3, 2, 4, MPI_INTEGER, vector)
  call MPI_Type_create_hvector(2, 1, 20_MPI_ADDRESS_KIND, contiguous, hvector)
  call MPI_Type_commit(contiguous)
  call MPI_Type_commit(vector)
  call MPI_Type_commit(hvector)
  bytes = 0
  call MPI_Type_size(hvector, bytes)
  call check(bytes == 24, 'the size')
  to = 0
  call MPI_Sendrecv(from, 1, vector, rank, 0, to, 2, contiguous, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(all(to(:7) == [1, 2, 5, 6, 9, 10, 0]), 'a vector')
  to = 0
  call MPI_Sendrecv(from, 1, hvector, rank, 0, to, 1, vector, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(all(to(:11) == [1, 2, 0, 0, 3, 6, 0, 0, 7, 8, 0]), 'a vector with a stride in bytes')
  call say(rank, 'vectors', to)
  call MPI_Type_free(contiguous)
  call MPI_Type_free(vector)
  call MPI_Type_free(hvector)
  call check(vector == MPI_DATATYPE_NULL, 'a freed type')
end subroutine

! program f_indexed: Blocks of different and of equal lengths, at displacements in elements and in bytes (5.1.2).
subroutine test_f_indexed(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: from(12), to(12, 4), i
  type(MPI_Datatype) :: types(4)
  from = [(i, i = 1, 12)]
  to = 0
  call MPI_Type_indexed(2, [1, 3], [8, 2], MPI_INTEGER, types(1))
  call MPI_Type_create_hindexed(2, [2, 1], [0_MPI_ADDRESS_KIND, 36_MPI_ADDRESS_KIND], MPI_INTEGER, types(2))
  call MPI_Type_create_indexed_block(3, 1, [11, 5, 0], MPI_INTEGER, types(3))
  call MPI_Type_create_hindexed_block(2, 2, [4_MPI_ADDRESS_KIND, 16_MPI_ADDRESS_KIND], MPI_INTEGER, types(4))
  do i = 1, 4
    call MPI_Type_commit(types(i))
    call MPI_Sendrecv(from, 1, types(i), rank, 0, to(:, i), 12, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE)
    call MPI_Type_free(types(i))
  end do
  call check(all(to(:5, 1) == [9, 3, 4, 5, 0]), 'an indexed type')
  call check(all(to(:4, 2) == [1, 2, 10, 0]), 'an indexed type with displacements in bytes')
  call check(all(to(:4, 3) == [12, 6, 1, 0]), 'blocks of equal lengths')
  call check(all(to(:5, 4) == [2, 3, 5, 6, 0]), 'blocks at displacements in bytes')
  call say(rank, 'indexed', reshape(to, [48]))
end subroutine

! program f_structures: An array of a derived type, by a structure with the type's extent (5.1.2, 19.1.15).
subroutine test_f_structures(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type particle
    sequence
    double precision :: mass
    integer :: kind
    character(len=4) :: name
    real :: position(3)
    integer :: unused
  end type
  type(particle) :: from(3), to(3)
  integer(kind=MPI_ADDRESS_KIND) :: base, next, addresses(4), disps(4), lb, extent
  type(MPI_Datatype) :: record, resized
  integer :: i
  call MPI_Get_address(from(1), base)
  call MPI_Get_address(from(2), next)
  call MPI_Get_address(from(1)%mass, addresses(1))
  call MPI_Get_address(from(1)%kind, addresses(2))
  call MPI_Get_address(from(1)%name, addresses(3))
  call MPI_Get_address(from(1)%position, addresses(4))
  do i = 1, 4
    disps(i) = MPI_Aint_diff(addresses(i), base)
  end do
  call check(all(disps == [0, 8, 12, 16]), 'the displacements')
  call check(MPI_Aint_add(base, MPI_Aint_diff(next, base)) == next, 'a sum of addresses')
  call MPI_Type_create_struct(4, [1, 1, 4, 3], disps, &
                              [MPI_DOUBLE_PRECISION, MPI_INTEGER, MPI_CHARACTER, MPI_REAL], record)
  call MPI_Type_create_resized(record, 0_MPI_ADDRESS_KIND, MPI_Aint_diff(next, base), resized)
  call MPI_Type_commit(resized)
  lb = -1
  call MPI_Type_get_extent(resized, lb, extent)
  call check(lb == 0 .and. extent == 32, 'the extent')
  do i = 1, 3
    from(i) = particle(i / 2d0, 10 * rank + i, 'n' // achar(48 + i), [1.0 * i, 2.0 * i, 3.0 * i], i)
    to(i) = particle(0, 0, '', [0.0, 0.0, 0.0], -i)
  end do
  call MPI_Sendrecv(from, 3, resized, rank, 0, to, 3, resized, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  do i = 1, 3
    call check(to(i)%mass == i / 2d0 .and. to(i)%kind == 10 * rank + i .and. to(i)%name == 'n' // achar(48 + i) .and. &
               all(to(i)%position == [1.0, 2.0, 3.0] * i) .and. to(i)%unused == -i, 'an element')
  end do
  call MPI_Type_free(record)
  call MPI_Type_free(resized)
  call say(rank, 'structures', to%kind)
end subroutine

! program f_subarrays: Parts of an array in Fortran's order, and a distributed array (5.1.3, 5.1.4).
subroutine test_f_subarrays(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: from(4, 6), to(6), local(6), i, j, bytes
  type(MPI_Datatype) :: part, spread
  integer(kind=MPI_ADDRESS_KIND) :: lb, extent
  do j = 1, 6
    from(:, j) = [(10 * i + j, i = 1, 4)]
  end do
  call MPI_Type_create_subarray(2, [4, 6], [2, 3], [1, 2], MPI_ORDER_FORTRAN, MPI_INTEGER, part)
  call MPI_Type_commit(part)
  to = 0
  call MPI_Sendrecv(from, 1, part, rank, 0, to, 6, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(all(to == reshape(from(2:3, 3:5), [6])), 'a subarray')
  call MPI_Type_get_extent(part, lb, extent)
  call check(lb == 0 .and. extent == 96, 'the extent of the whole array')
  ! Rows by block, columns cyclically: a grid of 2 x 2 processes in C's order.
  call MPI_Type_create_darray(4, rank, 2, [4, 6], [MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC], &
                              [MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG], [2, 2], MPI_ORDER_FORTRAN, &
                              MPI_INTEGER, spread)
  call MPI_Type_commit(spread)
  bytes = 0
  call MPI_Type_size(spread, bytes)
  call check(bytes == 24, 'the size of a part')
  local = 0
  call MPI_Sendrecv(from, 1, spread, rank, 0, local, 6, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  i = 2 * (rank / 2)
  j = mod(rank, 2) + 1
  call check(all(local == reshape(from(i + 1:i + 2, j::2), [6])), 'a distributed array')
  call say(rank, 'subarrays', [to, local])
  call MPI_Type_free(part)
  call MPI_Type_free(spread)
end subroutine

! program f_extents: Sizes, extents and true extents, also as counts; copies and names of types (5.1.5 to 5.1.10).
subroutine test_f_extents(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Datatype) :: vector, resized, copy
  integer(kind=MPI_ADDRESS_KIND) :: lb, extent
  integer(kind=MPI_COUNT_KIND) :: many, first, bytes
  character(len=MPI_MAX_OBJECT_NAME) :: name
  integer :: length
  call MPI_Type_vector(2, 1, 3, MPI_DOUBLE_PRECISION, vector)
  call MPI_Type_create_resized(vector, -8_MPI_ADDRESS_KIND, 64_MPI_ADDRESS_KIND, resized)
  call MPI_Type_get_extent(resized, lb, extent)
  call check(lb == -8 .and. extent == 64, 'the extent')
  lb = -1
  extent = -1
  call MPI_Type_get_true_extent(resized, lb, extent)
  call check(lb == 0 .and. extent == 32, 'the true extent')
  first = 0
  call MPI_Type_get_extent_x(resized, first, bytes)
  call check(first == -8 .and. bytes == 64, 'the extent as counts')
  first = -1
  call MPI_Type_get_true_extent_x(resized, first, bytes)
  call check(first == 0 .and. bytes == 32, 'the true extent as counts')
  many = 0
  call MPI_Type_size_x(resized, many)
  call check(many == 16, 'the size as a count')
  call MPI_Type_set_name(resized, 'resized  ')
  name = ''
  length = 0
  call MPI_Type_get_name(resized, name, length)
  call check(name == 'resized' .and. length == 7, 'a name')
  call MPI_Type_get_name(MPI_INTEGER, name, length)
  call check(name == 'MPI_INTEGER' .and. length == 11, 'the name of a predefined type')
  call MPI_Type_dup(resized, copy)
  call check(copy /= resized, 'the handle of a copy')
  call MPI_Type_free(resized)
  call MPI_Type_get_extent(copy, lb, extent)
  call check(lb == -8 .and. extent == 64, 'the extent of a copy')
  call MPI_Type_free(copy)
  call MPI_Type_free(vector)
end subroutine

! program f_numeric_types: Types by size, and by precision and range (19.1.9).
subroutine test_f_numeric_types(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer, parameter :: small = selected_real_kind(6, 30), large = selected_real_kind(15, 300)
  integer, parameter :: wide = selected_int_kind(12)
  type(MPI_Datatype) :: type
  real(kind=large) :: x
  complex(kind=small) :: z
  integer(kind=wide) :: n
  integer :: bytes, ints(2), combiner, num_ints, num_addresses, num_types
  integer(kind=MPI_ADDRESS_KIND) :: no_addresses(1)
  type(MPI_Datatype) :: no_types(1)
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, type)
  bytes = 0
  call MPI_Type_size(type, bytes)
  call check(bytes == 8, 'a type by its size')
  call MPI_Type_create_f90_real(15, 300, type)
  x = 0
  call MPI_Sendrecv(1.5_large * rank, 1, type, rank, 0, x, 1, type, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(x == 1.5_large * rank, 'a real')
  call MPI_Type_get_envelope(type, num_ints, num_addresses, num_types, combiner)
  call check(combiner == MPI_COMBINER_F90_REAL .and. num_ints == 2, 'the envelope')
  ints = 0
  call MPI_Type_get_contents(type, 2, 0, 0, ints, no_addresses, no_types)
  call check(all(ints == [15, 300]), 'the contents')
  type = MPI_DATATYPE_NULL
  call MPI_Type_create_f90_complex(6, 30, type)
  call MPI_Allreduce(cmplx(rank, 1, small), z, 1, type, MPI_SUM, MPI_COMM_WORLD)
  call check(z == cmplx(6, 4, small), 'a complex')
  type = MPI_DATATYPE_NULL
  call MPI_Type_create_f90_integer(12, type)
  call MPI_Allreduce(10_wide**rank, n, 1, type, MPI_SUM, MPI_COMM_WORLD)
  call check(n == 1111, 'an integer')
  call MPI_Sizeof(x, bytes)
  call check(bytes == 8, 'the size of a variable')
  call MPI_Sizeof(ints, bytes)
  call check(bytes == 4, 'the size of an element')
end subroutine

! program f_contents: A type's envelope and contents construct it again, also with large counts (5.1.13).
subroutine test_f_contents(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Datatype) :: record, types(2), large
  integer :: ni, na, nt, combiner, ints(3)
  integer(kind=MPI_ADDRESS_KIND) :: addresses(2)
  call MPI_Type_create_struct(2, [1, 2], [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND], [MPI_REAL, MPI_LOGICAL], record)
  call MPI_Type_get_envelope(record, ni, na, nt, combiner)
  call check(ni == 3 .and. na == 2 .and. nt == 2 .and. combiner == MPI_COMBINER_STRUCT, 'an envelope')
  call MPI_Type_get_contents(record, 3, 2, 2, ints, addresses, types)
  call check(all(ints == [2, 1, 2]) .and. all(addresses == [0, 8]), 'the numbers')
  call check(types(1) == MPI_REAL .and. types(2) == MPI_LOGICAL, 'the types')
  call MPI_Type_get_envelope(MPI_INTEGER, ni, na, nt, combiner)
  call check(combiner == MPI_COMBINER_NAMED .and. ni == 0, 'the envelope of a predefined type')
  call MPI_Type_contiguous(7, record, large)
  types(1) = MPI_DATATYPE_NULL
  call MPI_Type_get_contents(large, 3, 2, 2, ints, addresses, types)
  call check(ints(1) == 7 .and. types(1) /= MPI_DATATYPE_NULL, 'a contiguous type')
  call MPI_Type_free(types(1))
  call MPI_Type_free(large)
  call MPI_Type_free(record)
end subroutine

! program f_large_contents: Envelope and contents of a type with large counts (5.1.13).
! openmpi: 4.1 lacks these functions
subroutine test_f_large_contents(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Datatype) :: large, types(1)
  integer(kind=MPI_COUNT_KIND) :: ni, na, nc, nt, counts(1), bytes
  integer :: ints(1), combiner
  integer(kind=MPI_ADDRESS_KIND) :: addresses(1)
  call MPI_Type_contiguous(3000000000_MPI_COUNT_KIND, MPI_INTEGER, large)
  call MPI_Type_size(large, bytes)
  call check(bytes == 12000000000_MPI_COUNT_KIND, 'a size')
  call MPI_Type_get_envelope(large, ni, na, nc, nt, combiner)
  call check(ni + nc == 1 .and. na == 0 .and. nt == 1 .and. combiner == MPI_COMBINER_CONTIGUOUS, 'an envelope')
  call MPI_Type_get_contents(large, ni, na, nc, nt, ints, addresses, counts, types)
  call check(counts(1) == 3000000000_MPI_COUNT_KIND .and. types(1) == MPI_INTEGER, 'the contents')
  call MPI_Type_free(large)
end subroutine

! program f_packing: Packed values are unpacked in order; the external form has the standard's size (5.2, 5.3).
subroutine test_f_packing(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  character(len=1) :: packed(200)
  integer :: bytes, position, n(2), sent
  integer(kind=MPI_ADDRESS_KIND) :: outer, at
  double precision :: x
  bytes = 0
  call MPI_Pack_size(2, MPI_INTEGER, MPI_COMM_WORLD, bytes)
  call check(bytes >= 8, 'a size')
  position = 0
  call MPI_Pack([rank, 7], 2, MPI_INTEGER, packed, 200, position, MPI_COMM_WORLD)
  call MPI_Pack(0.25d0, 1, MPI_DOUBLE_PRECISION, packed, 200, position, MPI_COMM_WORLD)
  sent = position
  call MPI_Sendrecv_replace(packed, sent, MPI_PACKED, mod(rank + 1, size), 0, mod(rank + size - 1, size), 0, &
                            MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  position = 0
  n = 0
  x = 0
  call MPI_Unpack(packed, sent, position, n, 2, MPI_INTEGER, MPI_COMM_WORLD)
  call MPI_Unpack(packed, sent, position, x, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD)
  call check(all(n == [mod(rank + size - 1, size), 7]) .and. x == 0.25d0 .and. position == sent, 'packed values')
  outer = 0
  call MPI_Pack_external_size('external32', 2, MPI_INTEGER, outer)
  call check(outer == 8, 'a size in the external form')
  at = 0
  packed = 'x'
  call MPI_Pack_external('external32', [258, 1], 2, MPI_INTEGER, packed, 200_MPI_ADDRESS_KIND, at)
  call check(at == 8 .and. all(iachar(packed(:8)) == [0, 0, 1, 2, 0, 0, 0, 1]), 'the external form')
  at = 0
  n = 0
  call MPI_Unpack_external('external32', packed, 8_MPI_ADDRESS_KIND, at, n, 2, MPI_INTEGER)
  call check(all(n == [258, 1]) .and. at == 8, 'values of the external form')
  call say(rank, 'packing', n)
end subroutine

! program f_value_index: The type of pairs of a value and an index (6.9.4).
! openmpi: 4.1 lacks these functions
! mpich: 4.0 lacks these functions
subroutine test_f_value_index(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Datatype) :: pair
  integer :: bytes
  call MPI_Type_get_value_index(MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, pair)
  call check(pair == MPI_DATATYPE_NULL .or. pair == MPI_2DOUBLE_PRECISION, 'a pair without an integer')
  pair = MPI_DATATYPE_NULL
  call MPI_Type_get_value_index(MPI_INTEGER, MPI_INTEGER, pair)
  call check(pair /= MPI_DATATYPE_NULL, 'a pair of integers')
  call MPI_Type_size(pair, bytes)
  call check(bytes == 8, 'its size')
end subroutine

! program f_bottom: Absolute addresses with MPI_BOTTOM, in module variables and common blocks (5.1.12).
subroutine test_f_bottom(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer, asynchronous :: a(3), b(2)
  common /f_bottom_data/ a, b
  integer(kind=MPI_ADDRESS_KIND) :: addresses(2)
  type(MPI_Datatype) :: both
  integer :: got(5)
  call MPI_Get_address(a, addresses(1))
  call MPI_Get_address(b, addresses(2))
  call MPI_Type_create_hindexed(2, [3, 2], addresses, MPI_INTEGER, both)
  call MPI_Type_commit(both)
  a = rank + [1, 2, 3]
  b = rank + [4, 5]
  call MPI_Sendrecv(MPI_BOTTOM, 1, both, mod(rank + 1, size), 0, got, 5, MPI_INTEGER, mod(rank + size - 1, size), 0, &
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(all(got == mod(rank + size - 1, size) + [1, 2, 3, 4, 5]), 'what was sent')
  call MPI_Bcast(MPI_BOTTOM, 1, both, 2, MPI_COMM_WORLD)
  call MPI_F_sync_reg(a)
  call check(all(a == 2 + [1, 2, 3]) .and. all(b == 2 + [4, 5]), 'what was received')
  call MPI_Type_free(both)
  call say(rank, 'bottom', got)
end subroutine

! program f_kinds_of_data: Characters, logical and complex numbers, and sections of arrays (5.1, 19.1).
subroutine test_f_kinds_of_data(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  character(len=6) :: text
  logical :: flags(3)
  complex :: z(2)
  double complex :: w
  integer :: grid(4, 4), i, column(4)
  integer(kind=8) :: long
  text = 'rank ' // achar(48 + rank)
  call MPI_Bcast(text, 6, MPI_CHARACTER, 3, MPI_COMM_WORLD)
  call check(text == 'rank 3', 'a text')
  flags = [rank == 0, rank == 1, .true.]
  call MPI_Bcast(flags, 3, MPI_LOGICAL, 1, MPI_COMM_WORLD)
  call check(.not. flags(1) .and. flags(2) .and. flags(3), 'logical values')
  z = [cmplx(rank, -rank), (1.0, 0.5)]
  call MPI_Bcast(z, 2, MPI_COMPLEX, 2, MPI_COMM_WORLD)
  call check(z(1) == (2.0, -2.0) .and. z(2) == (1.0, 0.5), 'complex numbers')
  w = dcmplx(rank, 1)
  call MPI_Bcast(w, 1, MPI_DOUBLE_COMPLEX, 2, MPI_COMM_WORLD)
  call check(w == dcmplx(2, 1), 'a double complex number')
  long = 10_8**10 * rank
  call MPI_Bcast(long, 1, MPI_INTEGER8, 1, MPI_COMM_WORLD)
  call check(long == 10_8**10, 'a long integer')
  grid = reshape([(i, i = 1, 16)], [4, 4])
  column = 0
  call MPI_Sendrecv(grid(2, :), 4, MPI_INTEGER, rank, 0, column, 4, MPI_INTEGER, rank, 0, MPI_COMM_WORLD, &
                    MPI_STATUS_IGNORE)
  call check(all(column == [2, 6, 10, 14]), 'a row')
  call say(rank, 'kinds of data', column)
end subroutine
