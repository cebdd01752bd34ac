! The environment, errors and hints in Fortran, from chapters 9 to 11 of MPI 4.1.

! program f_environment: Version, names, levels of threads, the clock (9.1, 9.6, 11.2, 11.6).
subroutine test_f_environment(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: major, minor, length, level
  character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: library
  character(len=MPI_MAX_PROCESSOR_NAME) :: node
  logical :: flag
  double precision :: before, after, tick
  major = 0
  call MPI_Get_version(major, minor)
  call check(major == MPI_VERSION .and. minor == MPI_SUBVERSION, 'the version')
  length = 0
  call MPI_Get_library_version(library, length)
  call check(length > 0 .and. len_trim(library) <= length, 'the library')
  length = 0
  call MPI_Get_processor_name(node, length)
  call check(length > 0 .and. len_trim(node) == length, 'the name of the node')
  flag = .false.
  call MPI_Initialized(flag)
  call check(flag, 'initialized')
  flag = .true.
  call MPI_Finalized(flag)
  call check(.not. flag, 'finalized')
  level = -1
  call MPI_Query_thread(level)
  call check(level == MPI_THREAD_FUNNELED .or. level >= MPI_THREAD_SINGLE, 'the level of threads')
  flag = .false.
  call MPI_Is_thread_main(flag)
  call check(flag, 'the main thread')
  before = MPI_Wtime()
  after = before
  do while (after == before)
    after = MPI_Wtime()
  end do
  call check(after > before, 'the clock')
  tick = MPI_Wtick()
  call check(tick > 0 .and. tick < 1, 'the tick of the clock')
  call check(PMPI_Wtime() >= after, 'the clock of the profiling interface')
end subroutine

! program f_memory: Memory from MPI, by a pointer of C (9.2).
subroutine test_f_memory(rank, size)
  use mpi_f08
  use checks
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer, c_null_ptr, c_associated
  integer, intent(in) :: rank, size
  type(c_ptr) :: address
  integer, pointer :: values(:)
  integer :: i
  address = c_null_ptr
  call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, address)
  call check(c_associated(address), 'the address')
  call c_f_pointer(address, values, [100])
  values = [(i + rank, i = 1, 100)]
  call MPI_Bcast(values, 100, MPI_INTEGER, 1, MPI_COMM_WORLD)
  call check(all(values == [(i + 1, i = 1, 100)]), 'the values')
  call MPI_Free_mem(values)
end subroutine

! program f_hints: Keys and values in the order in which they were set; blanks around them do not count (10).
subroutine test_f_hints(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Info) :: info, copy
  character(len=20) :: value
  character(len=MPI_MAX_INFO_KEY) :: key
  logical :: flag
  integer :: n
  call MPI_Info_create(info)
  call MPI_Info_set(info, ' first ', '  one ')
  call MPI_Info_set(info, 'second', 'two')
  call MPI_Info_set(info, 'first', '1')
  n = 0
  call MPI_Info_get_nkeys(info, n)
  call check(n == 2, 'the number of keys')
  key = ''
  call MPI_Info_get_nthkey(info, 1, key)
  call check(key == 'second' .or. key == 'first', 'a key')
  call MPI_Info_get_valuelen(info, 'second', n, flag)
  call check(flag .and. n == 3, 'the length of a value')
  value = ''
  call MPI_Info_get(info, 'first', 20, value, flag)
  call check(flag .and. value == '1', 'a value')
  n = 20
  value = ''
  call MPI_Info_get_string(info, 'second', n, value, flag)
  call check(flag .and. value == 'two' .and. n == 3, 'a text')
  call MPI_Info_dup(info, copy)
  call MPI_Info_delete(info, 'second')
  call MPI_Info_get(info, 'second', 20, value, flag)
  call check(.not. flag, 'a deleted key')
  call MPI_Info_get(copy, 'second', 20, value, flag)
  call check(flag .and. value == 'two', 'a copy')
  call MPI_Info_free(info)
  call check(info == MPI_INFO_NULL, 'a freed object')
  call MPI_Info_free(copy)
end subroutine

! program f_start_hints: An object with what started the program (10.1).
! openmpi: 4.1 lacks these functions
! mpich: it returns MPI_INFO_ENV itself
subroutine test_f_start_hints(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Info) :: info
  info = MPI_INFO_NULL
  call MPI_Info_create_env(info)
  call check(info /= MPI_INFO_NULL .and. info /= MPI_INFO_ENV, 'the object')
  call MPI_Info_free(info)
end subroutine

! program f_error_handlers: The program's error handlers of communicators and windows (9.3, 9.5).
module f_error_functions
  use mpi_f08
  implicit none
  integer :: of_comm = 0, of_win = 0
contains
  subroutine note_comm(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    if (comm /= MPI_COMM_NULL) call MPI_Error_class(error_code, of_comm)
  end subroutine
  subroutine note_win(win, error_code)
    type(MPI_Win) :: win
    integer :: error_code
    if (win /= MPI_WIN_NULL) call MPI_Error_class(error_code, of_win)
  end subroutine
end module
subroutine test_f_error_handlers(rank, size)
  use mpi_f08
  use checks
  use f_error_functions, only: note_comm, note_win, of_comm, of_win
  integer, intent(in) :: rank, size
  type(MPI_Errhandler) :: handler, found
  type(MPI_Comm) :: comm
  type(MPI_Win) :: win
  integer :: memory(4), error, class
  call MPI_Comm_dup(MPI_COMM_SELF, comm)
  call MPI_Comm_create_errhandler(note_comm, handler)
  call MPI_Comm_set_errhandler(comm, handler)
  call MPI_Comm_get_errhandler(comm, found)
  call check(found == handler, 'the handler')
  call MPI_Errhandler_free(found)
  call MPI_Errhandler_free(handler)
  call check(handler == MPI_ERRHANDLER_NULL, 'a freed handler')
  call MPI_Comm_call_errhandler(comm, MPI_ERR_TOPOLOGY)
  call check(of_comm == MPI_ERR_TOPOLOGY, 'a call of the handler')
  error = MPI_SUCCESS
  call MPI_Send(memory, 1, MPI_INTEGER, 77, 0, comm, error)
  call MPI_Error_class(error, class)
  call check(of_comm == MPI_ERR_RANK .and. class == MPI_ERR_RANK, 'an error of a call')
  call MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN)
  of_comm = 0
  call MPI_Send(memory, -1, MPI_INTEGER, 0, 0, comm, error)
  call MPI_Error_class(error, class)
  call check(of_comm == 0 .and. class == MPI_ERR_COUNT, 'an error that is returned')
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, comm, win)
  call MPI_Win_create_errhandler(note_win, handler)
  call MPI_Win_set_errhandler(win, handler)
  call MPI_Win_get_errhandler(win, found)
  call check(found == handler, 'the handler of a window')
  call MPI_Errhandler_free(found)
  call MPI_Win_call_errhandler(win, MPI_ERR_RMA_SYNC)
  call check(of_win == MPI_ERR_RMA_SYNC, 'a call of the handler of a window')
  call MPI_Errhandler_free(handler)
  call MPI_Win_free(win)
  call MPI_Comm_free(comm)
  call say(rank, 'error handlers', [of_comm])
end subroutine

! program f_error_codes: Classes, codes and texts of errors, also those of the program (9.4, 9.5).
subroutine test_f_error_codes(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: class, code, length, found
  character(len=MPI_MAX_ERROR_STRING) :: text
  text = ''
  length = 0
  call MPI_Error_string(MPI_ERR_TAG, text, length)
  call check(length > 0 .and. len_trim(text) == length, 'the text of a class')
  found = -1
  call MPI_Error_class(MPI_ERR_TAG, found)
  call check(found == MPI_ERR_TAG, 'a class of MPI')
  class = -1
  code = -1
  call MPI_Add_error_class(class)
  call check(class > 0, 'a class of the program')
  call MPI_Add_error_code(class, code)
  call MPI_Error_class(code, found)
  call check(found == class .and. code /= class, 'a code of the program')
  call MPI_Add_error_string(code, 'the program says so')
  call MPI_Error_string(code, text, length)
  call check(text == 'the program says so' .and. length == 19, 'the text of a code')
end subroutine

! program f_removed_errors: The program removes its classes, codes and texts of errors (9.5).
! openmpi: 4.1 lacks these functions
! mpich: 4.0 lacks these functions
subroutine test_f_removed_errors(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  integer :: class, code, length, error
  character(len=MPI_MAX_ERROR_STRING) :: text
  type(MPI_Errhandler) :: before
  call MPI_Comm_get_errhandler(MPI_COMM_SELF, before)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
  call MPI_Add_error_class(class)
  call MPI_Add_error_code(class, code)
  call MPI_Add_error_string(code, 'a text')
  call MPI_Remove_error_string(code)
  call MPI_Error_string(code, text, length)
  call check(text == '', 'a removed text')
  call MPI_Remove_error_code(code)
  error = MPI_SUCCESS
  call MPI_Remove_error_code(code, error)
  call check(error /= MPI_SUCCESS, 'a removed code')
  call MPI_Remove_error_class(class)
  error = MPI_SUCCESS
  call MPI_Remove_error_class(class, error)
  call check(error /= MPI_SUCCESS, 'a removed class')
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, before)
end subroutine
