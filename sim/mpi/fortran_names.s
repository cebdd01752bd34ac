# What `rmasim fc` links into programs: the functions of rma_functions.inc that SMPI 3.32 lacks in Fortran. They go on
# to those of the process that runs the program, which has them with `rmasim_` before the name.
    .macro    goes_on    name
    .globl    \name
    .type    \name, @function
\name:
    jmp    *rmasim_\name@GOTPCREL(%rip)
    .size    \name, . - \name
    .weak    rmasim_\name
    .endm

    .text
    goes_on    mpi_win_allocate_shared_
    goes_on    mpi_win_shared_query_
    goes_on    mpi_win_test_
    goes_on    mpi_win_sync_
    goes_on    mpi_win_create_errhandler_
    goes_on    mpi_win_set_errhandler_
    goes_on    mpi_win_get_errhandler_
    goes_on    mpi_win_call_errhandler_
    .section    .note.GNU-stack, "", @progbits
