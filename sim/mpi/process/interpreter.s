# The part of every program that `rmasim cc` links into it. Such a program is a shared library, so it must name its
# loader. The note marks programs of our own host, also those in which only libraries call functions of MPI.
    .section .interp, "a"
    .string "/lib64/ld-linux-x86-64.so.2"
    .section .note.rmasim, "a", @note
    .balign 4
    .long 12, 0, 1
    .string "rmasim-host"
    .section .note.GNU-stack, "", @progbits
