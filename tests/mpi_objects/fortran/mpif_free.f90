! mpif.h in free form. Returns the number of the first check that fails; 0 if there is none.
subroutine test_mpif_free(failed)
  implicit none
  include 'mpif.h'
  integer, intent(out) :: failed
  integer :: ierror, in(2), inout(2), size
  integer(kind=MPI_ADDRESS_KIND) :: first, second
  failed = 0
  in = [1, 5]
  inout = [3, 4]
  call MPI_REDUCE_LOCAL(in, inout, 2, MPI_INTEGER, MPI_MAX, ierror)
  if (ierror /= MPI_SUCCESS .or. any(inout /= [3, 5])) failed = 1
  call MPI_GET_ADDRESS(MPI_BOTTOM, first, ierror)
  if (failed == 0 .and. first /= 0) failed = 2
  call MPI_GET_ADDRESS(in(1), first, ierror)
  call MPI_GET_ADDRESS(in(2), second, ierror)
  if (failed == 0 .and. MPI_AINT_DIFF(second, first) /= 4) failed = 3
  call MPI_COMM_SIZE(MPI_COMM_WORLD, size, ierror)
  if (failed == 0 .and. size /= 1) failed = 4
end subroutine
