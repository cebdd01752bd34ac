# What `rmasim cc` links into programs. They are shared libraries, so they need the name of the loader to be programs,
# too. The note says that they are for our own host, also where only their libraries call functions of MPI.
    .section .interp, "a"
    .string "/lib64/ld-linux-x86-64.so.2"
    .section .note.rmasim, "a", @note
    .balign 4
    .long 12, 0, 1
    .string "rmasim-host"
    .section .note.GNU-stack, "", @progbits
