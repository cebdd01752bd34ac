! Ways in which a subroutine of Fortran ends the program.
subroutine stop_in_fortran(way)
  integer :: way, unit, numbers(3), index
  character(len=8) :: text
  real, allocatable :: memory(:)
  index = way
  select case (way)
  case (0)
    stop
  case (1)
    stop 7
  case (2)
    stop 'words'
  case (3)
    error stop
  case (4)
    error stop 7
  case (5)
    call exit(7)
  case (6)
    call abort()
  case (7)
    open(newunit=unit, file='/no such file', status='old')
  case (8)
    numbers(index) = 1
    print *, numbers(index)
  case (9)
    text = 'no number'
    read(text, *) index
  case (10)
    allocate(memory(3))
    allocate(memory(3))
  case (11)
    open(newunit=unit, file='/dev/full')
    write(unit, *) 'words'
    close(unit)
  case (12)
    print *, 'printed by Fortran'
  end select
end subroutine
