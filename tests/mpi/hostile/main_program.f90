! A main program in Fortran. It ends in a way and at a moment that its arguments name: rank 1, or all before MPI_Init.
module ways
  use mpi_f08
  implicit none
  character(len=32) :: way = ' ', moment = ' '
  integer :: rank = 1, none = 0
contains
  subroutine at(name)
    character(len=*), intent(in) :: name
    if (rank == 1 .and. moment == name) call ends()
  end subroutine

  subroutine ends()
    integer :: unit, numbers(3), index
    integer, pointer :: nobody
    real, allocatable :: memory(:)
    index = 8 + none
    select case (way)
    case ('stop'); stop
    case ('stop_code'); stop 7
    case ('stop_words'); stop 'words'
    case ('error_stop'); error stop
    case ('error_stop_code'); error stop 7
    case ('exit'); call exit(7)
    case ('abort'); call abort()
    case ('null')
      nobody => null()
      nobody = 1
    case ('divide'); print *, index / none
    case ('overrun'); call overrun(numbers)
    case ('recursion'); print *, recursion(1)
    case ('open'); open(newunit=unit, file='/no such file', status='old')
    case ('bounds'); print *, numbers(index)
    case ('read'); read(way, *) index
    case ('allocated')
      allocate(memory(3))
      allocate(memory(3))
    case ('too_much'); allocate(memory(2_8**60))
    case ('not_allocated'); deallocate(memory)
    case ('closed_unit')
      close(6)
      write(6, '(a)', err=1) 'words'
      stop
    1 stop 8
    case ('full_device')
      open(newunit=unit, file='/dev/full')
      write(unit, '(a)') 'words'
      flush(unit)
    case ('scratch')
      open(newunit=unit, status='scratch')
      write(unit, *) 'words'
      stop
    end select
  end subroutine

  ! Stores outside of all memory, which no bounds of `numbers` show here.
  subroutine overrun(numbers)
    integer :: numbers(*)
    numbers(2_8**45 + none) = 1
  end subroutine

  recursive integer function recursion(n) result(sum)
    integer, intent(in) :: n
    integer, volatile :: room(1000)
    room = n
    sum = recursion(n + 1) + room(1)
  end function

  subroutine in_operator(invec, inoutvec, len, datatype)
    use, intrinsic :: iso_c_binding, only: c_ptr
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    call at('operator')
  end subroutine
  subroutine in_error_handler(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code
    call at('error_handler')
  end subroutine
  subroutine in_attribute(comm, keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    call at('attribute')
    ierror = MPI_SUCCESS
  end subroutine
end module

program main_program
  use ways
  implicit none
  integer :: size, key, numbers(1)
  type(MPI_Op) :: op
  type(MPI_Errhandler) :: handler
  call get_command_argument(1, way)
  call get_command_argument(2, moment)
  call at('main')
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, in_attribute, key, 0_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(MPI_COMM_SELF, key, 1_MPI_ADDRESS_KIND)
  call MPI_Op_create(in_operator, .true., op)
  call MPI_Comm_create_errhandler(in_error_handler, handler)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call at('init')
  numbers = 0
  call MPI_Reduce_local([1], numbers, 1, MPI_INTEGER, op)
  call MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER)
  call MPI_Barrier(MPI_COMM_WORLD)
  call at('barrier')
  call MPI_Finalize()
  call at('finalized')
end program
