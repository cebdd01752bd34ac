! A column of the neighbour's matrix, by a vector.
subroutine test(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  double precision :: matrix(3, 4), column(4)
  integer :: row, i, right
  integer(kind=MPI_ADDRESS_KIND) :: disp
  right = mod(rank + 1, size)
  do i = 1, 4
    matrix(:, i) = (/ 1, 2, 3 /) + 10 * i + 100 * rank
  end do
  call MPI_Win_create(matrix, int(96, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Type_vector(4, 1, 3, MPI_DOUBLE_PRECISION, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Win_fence(0, win, ierr)
  disp = 1
  call MPI_Get(column, 4, MPI_DOUBLE_PRECISION, right, disp, 1, row, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  do i = 1, 4
    if (column(i) /= 2 + 10 * i + 100 * right) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Type_free(row, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
