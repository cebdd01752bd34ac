! Sums of real and complex numbers, and .or. of logical ones.
subroutine test(rank, size)
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
