! The include file in place of the module.
subroutine test(rank, size)
  implicit none
  include "mpif.h"
  integer, intent(in) :: rank, size
  integer :: ierr, win, info
  integer(kind=8) :: memory
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  memory = 1
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
  call MPI_Accumulate(int(rank + 2, 8), 1, MPI_INTEGER8, 0, zero, 1, MPI_INTEGER8, MPI_PROD, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. size == 4 .and. memory /= 120) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_get_info(win, info, ierr)
  call MPI_Info_free(info, ierr)
  call MPI_Win_free(win, ierr)
end subroutine
