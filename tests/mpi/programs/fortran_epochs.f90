! Programs in Fortran: windows and epochs.

! program f_allocate: A window of MPI_Win_allocate, whose address Fortran reaches through a C pointer.
subroutine test_f_allocate(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  use_of: block
  use, intrinsic :: iso_c_binding
  integer, pointer :: memory(:)
  type(c_ptr) :: base
  integer(kind=MPI_ADDRESS_KIND) :: bytes, address, disp
  bytes = 8
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierr)
  base = transfer(address, base)
  call c_f_pointer(base, memory, (/ 2 /))
  memory = 0
  call MPI_Win_fence(0, win, ierr)
  disp = 1
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(2) /= mod(rank + size - 1, size) .or. memory(1) /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end block use_of
  call MPI_Win_free(win, ierr)
end subroutine

! program f_bottom: Two variables, by their addresses, from MPI_BOTTOM.
! SMPI's own: its operations take MPI_BOTTOM for a variable in Fortran, and end
subroutine test_f_bottom(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win, both, left, right
  integer :: memory(4)
  integer, volatile :: whole
  double precision, volatile :: part
  double precision :: seen
  integer :: lengths(2), types(2)
  integer(kind=MPI_ADDRESS_KIND) :: places(2), disp
  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  memory = 0
  whole = 7 + rank
  part = 0.5d0 + rank
  lengths = 1
  types = (/ MPI_INTEGER, MPI_DOUBLE_PRECISION /)
  call MPI_Get_address(whole, places(1), ierr)
  call MPI_Get_address(part, places(2), ierr)
  call MPI_Type_create_struct(2, lengths, places, types, both, ierr)
  call MPI_Type_commit(both, ierr)
  call MPI_Win_create(memory, int(16, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  disp = 0
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(MPI_BOTTOM, 1, both, right, disp, 12, MPI_BYTE, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  seen = transfer(memory(2:3), seen)
  if (memory(1) /= 7 + left .or. seen /= 0.5d0 + left) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  whole = 0
  part = 0
  call MPI_Get(MPI_BOTTOM, 1, both, right, disp, 12, MPI_BYTE, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (whole /= 7 + rank .or. part /= 0.5d0 + rank) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Type_free(both, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_dynamic: A dynamic window: memory is attached, and its address told by a message.
subroutine test_f_dynamic(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2)
  integer(kind=MPI_ADDRESS_KIND) :: address, theirs(0:3)
  memory = 0
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_attach(win, memory, int(8, MPI_ADDRESS_KIND), ierr)
  call MPI_Get_address(memory(2), address, ierr)
  call MPI_Allgather(address, 1, MPI_AINT, theirs, 1, MPI_AINT, MPI_COMM_WORLD, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(rank + 1, 1, MPI_INTEGER, mod(rank + 1, size), theirs(mod(rank + 1, size)), 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(2) /= mod(rank + size - 1, size) + 1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_detach(win, memory, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_get_vector: A column of the neighbour's matrix, by a vector.
subroutine test_f_get_vector(rank, size)
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

! program f_lock: A counter of rank 0 under an exclusive lock.
! SMPI's own: it waits for ever
subroutine test_f_lock(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: counter, seen, i
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  counter = 0
  call MPI_Win_create(counter, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  do i = 1, 3
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win, ierr)
    call MPI_Get(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_flush(0, win, ierr)
    seen = seen + 1
    call MPI_Put(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
    call MPI_Win_unlock(0, win, ierr)
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win, ierr)
  call MPI_Get(seen, 1, MPI_INTEGER, 0, zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_unlock(0, win, ierr)
  if (seen /= 3 * size) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_lock_all: lock_all, fetch_and_op, compare_and_swap, the flushes and sync.
! SMPI's own: it has no MPI_Win_sync in Fortran
subroutine test_f_lock_all(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(2), one, old, i
  integer(kind=MPI_ADDRESS_KIND) :: zero, first
  zero = 0
  first = 1
  one = 1
  memory = 0
  call MPI_Win_create(memory, int(8, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  do i = 0, size - 1
    call MPI_Fetch_and_op(one, old, MPI_INTEGER, i, zero, MPI_SUM, win, ierr)
    call MPI_Win_flush(i, win, ierr)
    if (old < 0 .or. old >= size) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end do
  call MPI_Compare_and_swap(rank + 1, 0, old, MPI_INTEGER, 0, first, win, ierr)
  call MPI_Win_flush_local(0, win, ierr)
  call MPI_Win_flush_local_all(win, ierr)
  call MPI_Win_flush_all(win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_sync(win, ierr)
  if (memory(1) /= size) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  if (rank == 0 .and. (memory(2) < 1 .or. memory(2) > size)) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_mpif: The include file in place of the module.
subroutine test_f_mpif(rank, size)
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

! program f_pscw: Post, start, complete, wait and test in a ring.
! SMPI's own: it has no MPI_Win_test in Fortran
subroutine test_f_pscw(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory, world, to, from, ranks(1)
  logical :: over
  integer(kind=MPI_ADDRESS_KIND) :: zero
  zero = 0
  memory = -1
  call MPI_Win_create(memory, int(4, MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_get_group(win, world, ierr)
  ranks(1) = mod(rank + 1, size)
  call MPI_Group_incl(world, 1, ranks, to, ierr)
  ranks(1) = mod(rank + size - 1, size)
  call MPI_Group_incl(world, 1, ranks, from, ierr)
  call MPI_Win_post(from, 0, win, ierr)
  call MPI_Win_start(to, 0, win, ierr)
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), zero, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_complete(win, ierr)
  if (mod(rank, 2) == 0) then
    call MPI_Win_wait(win, ierr)
  else
    over = .false.
    do while (.not. over)
      call MPI_Win_test(win, over, ierr)
    end do
  end if
  if (memory /= ranks(1)) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Group_free(to, ierr)
  call MPI_Group_free(from, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
end subroutine

! program f_put: Puts of integers into the next rank's window, between fences.
! SMPI's own: its MPI_Win_free in Fortran leaves the handle as it was
subroutine test_f_put(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  integer :: memory(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp
  memory = -1
  bytes = 16
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  disp = 2
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, size), disp, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (memory(3) /= mod(rank + size - 1, size) .or. memory(2) /= -1) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_free(win, ierr)
  if (win /= MPI_WIN_NULL) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
end subroutine

! program f_shared: A shared window: the neighbour's part by its address.
! options: --set platform.ranks_per_node=4
! SMPI's own: it has no MPI_Win_allocate_shared in Fortran
subroutine test_f_shared(rank, size)
  use mpi
  implicit none
  integer, intent(in) :: rank, size
  integer :: ierr, win
  use_of: block
  use, intrinsic :: iso_c_binding
  integer, pointer :: mine(:), next(:)
  type(c_ptr) :: base
  integer :: unit
  integer(kind=MPI_ADDRESS_KIND) :: bytes, address
  bytes = 8
  call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, win, ierr)
  call c_f_pointer(transfer(address, base), mine, (/ 2 /))
  call MPI_Win_shared_query(win, mod(rank + 1, size), bytes, unit, address, ierr)
  if (bytes /= 8 .or. unit /= 4) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call c_f_pointer(transfer(address, base), next, (/ 2 /))
  call MPI_Win_fence(0, win, ierr)
  next(2) = rank
  call MPI_Win_fence(0, win, ierr)
  if (mine(2) /= mod(rank + size - 1, size)) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  end block use_of
  call MPI_Win_free(win, ierr)
end subroutine
