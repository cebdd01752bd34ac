! The checks of the programs in this folder. A failed check ends the program with an error code.
module checks
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  ! The number of a function that does nothing (conformance_programs.py).
  integer(c_int), volatile, bind(c, name='conformance_without') :: without = -1
contains
  subroutine check(is_right, text)
    logical, intent(in) :: is_right
    character(len=*), intent(in) :: text
    if (is_right) return
    write (error_unit, '(2a)') text, ' is wrong'
    error stop 3
  end subroutine

  ! Prints results of a rank. The output of MPICH has the same lines.
  subroutine say(rank, text, values)
    integer, intent(in) :: rank, values(:)
    character(len=*), intent(in) :: text
    print '(a, " on rank ", i0, ":", *(1x, i0))', text, rank, values
  end subroutine
end module
