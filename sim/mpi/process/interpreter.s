# The name of the loader, for a shared library that is also a program.
    .section .interp, "a"
    .string "/lib64/ld-linux-x86-64.so.2"
    .section .note.GNU-stack, "", @progbits
