! OpenMP in Fortran: loops, critical sections, threadprivate common blocks, tasks, locks, and puts of threads.
! compile: -fopenmp
! SMPI's own: it has no threads
subroutine test(rank, size)
  use mpi
  use omp_lib
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win, i, total, inside, left, right, provided
  integer :: memory(4)
  integer :: mine
  common /private/ mine
  !$omp threadprivate(/private/)
  integer(kind=omp_lock_kind) :: lock
  integer(kind=MPI_ADDRESS_KIND) :: disp
  logical :: flag
  total = 0
  inside = 0
  call omp_set_num_threads(4)
  call omp_init_lock(lock)
  !$omp parallel private(i)
  mine = omp_get_thread_num()
  !$omp do schedule(dynamic, 3) reduction(+:total)
  do i = 1, 100
    total = total + i
  end do
  !$omp end do
  !$omp critical
  inside = inside + 1
  !$omp end critical
  call omp_set_lock(lock)
  inside = inside + 1
  call omp_unset_lock(lock)
  !$omp barrier
  if (mine /= omp_get_thread_num()) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp end parallel
  if (total /= 5050 .or. inside /= 8) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  !$omp parallel
  !$omp single
  !$omp task shared(left)
  left = 3
  !$omp end task
  !$omp task shared(right)
  right = 4
  !$omp end task
  !$omp taskwait
  total = left + right
  !$omp end single
  !$omp end parallel
  if (total /= 7) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Query_thread(provided, ierr)
  call MPI_Is_thread_main(flag, ierr)
  if (provided < MPI_THREAD_MULTIPLE .or. .not. flag) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  memory = -1
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  !$omp parallel private(disp, ierr)
  mine = 10 * rank + omp_get_thread_num()
  disp = omp_get_thread_num()
  call MPI_Put(mine, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  !$omp end parallel
  call MPI_Win_fence(0, win, ierr)
  do i = 1, 4
    if (memory(i) /= 10 * mod(rank + size - 1, size) + i - 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Win_free(win, ierr)
  call omp_destroy_lock(lock)
end subroutine
