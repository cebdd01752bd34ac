
# What `rmasim cc --watch` adds to each file that it compiles (sim/mpi/watch/as): of these the hooks that the file
# calls, once for the whole program. They go on to the process that runs the program, if that is rmasim's.

    .macro    rmasim_stub    name
    .section    .text.\name, "axG", @progbits, \name, comdat
    .weak    \name
    .hidden    \name
    .type    \name, @function
\name:
    .endm

# %rax: a function of the process; without one the code goes on at 9.
    .macro    rmasim_find    function
    .weak    \function
    movq    \function@GOTPCREL(%rip), %rax
    testq    %rax, %rax
    je    9f
    .endm

    .macro    rmasim_test_mark
    movq    %rdi, %r11
    shrq    $3, %r11
    cmpb    $0, 0x70000000(%r11)
    je    9f
    .endm

# void rmasim_mpi_touched(const void* first, size_t bytes, unsigned how, const void* returns_to)
    .macro    rmasim_kind    how, kind
    .ifc    \how, volatile
    .ifc    \kind, write
    movl    $3, %edx
    .else
    movl    $2, %edx
    .endif
    .else
    .ifc    \kind, write
    movl    $1, %edx
    .else
    xorl    %edx, %edx
    .endif
    .endif
    .endm

    .macro    rmasim_access    name, how, kind, size
    rmasim_stub    \name
    rmasim_find    rmasim_mpi_touched
    movl    $\size, %esi
    rmasim_kind    \how, \kind
    movq    (%rsp), %rcx
    jmp    *%rax
9:    ret
    .endm

    .macro    rmasim_range    name, range, kind
    rmasim_stub    \name
    rmasim_find    rmasim_mpi_touched
    rmasim_kind    plain, \kind
    movq    (%rsp), %rcx
    jmp    *%rax
9:    ret
    .endm

# Functions of libc: the hook is called before or after the function, and gets the registers of the arguments.
# void rmasim_mpi_library(const uint64_t* registers, unsigned effect, const void* returns_to, uint64_t result,
#                         const void* on_stack, const void* function)
    .macro    rmasim_push_arguments
    pushq    %r9
    pushq    %r8
    pushq    %rcx
    pushq    %rdx
    pushq    %rsi
    pushq    %rdi
    .endm

    .macro    rmasim_before    name, goes_on_to, number
    rmasim_stub    \name
    rmasim_find    rmasim_mpi_library
    movq    (%rsp), %r10
    rmasim_push_arguments
    movq    %rsp, %rdi
    subq    $8, %rsp
    movl    $\number, %esi
    movq    %r10, %rdx
    xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    movq    \goes_on_to@GOTPCREL(%rip), %r9
    call    *%rax
    addq    $8, %rsp
    popq    %rdi
    popq    %rsi
    popq    %rdx
    popq    %rcx
    popq    %r8
    popq    %r9
9:    jmp    \goes_on_to@PLT
    .endm

    .macro    rmasim_after    name, goes_on_to, number
    rmasim_stub    \name
    rmasim_find    rmasim_mpi_library
    rmasim_push_arguments
    subq    $8, %rsp
    call    \goes_on_to@PLT
    movq    %rax, (%rsp)
    leaq    8(%rsp), %rdi
    movl    $\number, %esi
    movq    56(%rsp), %rdx
    movq    %rax, %rcx
    xorl    %r8d, %r8d
    movq    \goes_on_to@GOTPCREL(%rip), %r9
    movq    rmasim_mpi_library@GOTPCREL(%rip), %rax
    call    *%rax
    movq    (%rsp), %rax
    addq    $56, %rsp
    ret
9:    jmp    \goes_on_to@PLT
    .endm

# Arguments may be in vector registers as well, whose number %al has. The registers are in the order of a va_list.
    .macro    rmasim_variadic    name, goes_on_to, number
    rmasim_stub    \name
    pushq    %rax
    rmasim_find    rmasim_mpi_library
    subq    $128, %rsp
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    movups    %xmm\n, 16*\n(%rsp)
    .endr
    rmasim_push_arguments
    movq    %rsp, %rdi
    movl    $\number, %esi
    movq    184(%rsp), %rdx
    xorl    %ecx, %ecx
    leaq    192(%rsp), %r8
    movq    \goes_on_to@GOTPCREL(%rip), %r9
    call    *%rax
    popq    %rdi
    popq    %rsi
    popq    %rdx
    popq    %rcx
    popq    %r8
    popq    %r9
    .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
    movups    16*\n(%rsp), %xmm\n
    .endr
    addq    $128, %rsp
9:    popq    %rax
    jmp    \goes_on_to@PLT
    .endm

# ---- Atomic operations, which are carried out here: %rdi has the address, the arguments follow. Of a size s registers
# a, b, c, d are %rax, %rsi, %rdx, %r10.
    .macro    rmasim_load    s, a, b, c, d
    mov\s    (%rdi), \a
    .endm
    .macro    rmasim_store    s, a, b, c, d
    xchg\s    \b, (%rdi)
    .endm
    .macro    rmasim_exchange    s, a, b, c, d
    xchg\s    \b, (%rdi)
    mov\s    \b, \a
    .endm
    .macro    rmasim_fetch_add    s, a, b, c, d
    lock xadd\s    \b, (%rdi)
    mov\s    \b, \a
    .endm
    .macro    rmasim_fetch_sub    s, a, b, c, d
    neg\s    \b
    lock xadd\s    \b, (%rdi)
    mov\s    \b, \a
    .endm
    .macro    rmasim_changes    change, s, a, b, d, then
    mov\s    (%rdi), \a
8:    mov\s    \a, \d
    \change\s    \b, \d
    .ifnb    \then
    \then\s    \d
    .endif
    lock cmpxchg\s    \d, (%rdi)
    jne    8b
    .endm
    .macro    rmasim_fetch_and    s, a, b, c, d
    rmasim_changes    and, \s, \a, \b, \d
    .endm
    .macro    rmasim_fetch_or    s, a, b, c, d
    rmasim_changes    or, \s, \a, \b, \d
    .endm
    .macro    rmasim_fetch_xor    s, a, b, c, d
    rmasim_changes    xor, \s, \a, \b, \d
    .endm
    .macro    rmasim_fetch_nand    s, a, b, c, d
    rmasim_changes    and, \s, \a, \b, \d, not
    .endm
    .macro    rmasim_compare_exchange_strong    s, a, b, c, d
    mov\s    (%rsi), \a
    lock cmpxchg\s    \c, (%rdi)
    je    8f
    mov\s    \a, (%rsi)
8:    sete    %al
    .endm
    .macro    rmasim_compare_exchange_weak    s, a, b, c, d
    rmasim_compare_exchange_strong    \s, \a, \b, \c, \d
    .endm
    .macro    rmasim_compare_exchange_val    s, a, b, c, d
    mov\s    \b, \a
    lock cmpxchg\s    \c, (%rdi)
    .endm

# The order, and whether it reads (1), writes (2), and compares with the value at %rsi (4) or with %rsi (8).
    .macro    rmasim_compares    how
    shll    $8, %r8d
    orl    %r8d, %ecx
    movl    $\how, %edx
    .endm
    .macro    rmasim_how    operation
    .ifc    \operation, load
    movl    %esi, %ecx
    movl    $1, %edx
    .else
    .ifc    \operation, store
    movl    %edx, %ecx
    movl    $2, %edx
    .else
    .ifc    \operation, compare_exchange_val
    rmasim_compares    11
    .else
    .ifc    \operation, compare_exchange_strong
    rmasim_compares    7
    .else
    .ifc    \operation, compare_exchange_weak
    rmasim_compares    7
    .else
    movl    %edx, %ecx
    movl    $3, %edx
    .endif
    .endif
    .endif
    .endif
    .endif
    .endm

# Atomic operations order threads, wherever their variables are: there is no test of a mark.
# void rmasim_mpi_atomic(const void* first, size_t bytes, unsigned how, int order, const void* returns_to,
#                        const void* expected)
    .macro    rmasim_atomic    name, bits, operation
    rmasim_stub    \name
    rmasim_find    rmasim_mpi_atomic
    movq    (%rsp), %r10
    pushq    %rdi
    pushq    %rsi
    pushq    %rdx
    pushq    %rcx
    subq    $8, %rsp
    rmasim_how    \operation
    movq    %rsi, %r9
    movl    $\bits / 8, %esi
    movq    %r10, %r8
    call    *%rax
    addq    $8, %rsp
    popq    %rcx
    popq    %rdx
    popq    %rsi
    popq    %rdi
9:
    .if    \bits == 8
    rmasim_\operation    b, %al, %sil, %dl, %r10b
    .endif
    .if    \bits == 16
    rmasim_\operation    w, %ax, %si, %dx, %r10w
    .endif
    .if    \bits == 32
    rmasim_\operation    l, %eax, %esi, %edx, %r10d
    .endif
    .if    \bits == 64
    rmasim_\operation    q, %rax, %rsi, %rdx, %r10
    .endif
    ret
    .endm

    .macro    rmasim_fence    name, fence
    rmasim_stub    \name
    movl    %edi, %ecx
    rmasim_find    rmasim_mpi_atomic
    xorl    %edi, %edi
    xorl    %esi, %esi
    xorl    %edx, %edx
    movq    (%rsp), %r8
    pushq    %rdi
    call    *%rax
    popq    %rdi
9:    mfence
    ret
    .endm

# Before an instruction that changes memory at once: all registers are as before, those of vectors as far as SSE goes.
    .macro    rmasim_locked    name, locked, size
    rmasim_stub    \name
    pushq    %r11
    .weak    rmasim_mpi_atomic
    movq    rmasim_mpi_atomic@GOTPCREL(%rip), %r11
    testq    %r11, %r11
    je    9f
    pushq    %rax
    pushq    %rcx
    pushq    %rdx
    pushq    %rsi
    pushq    %r8
    pushq    %r9
    pushq    %r10
    pushq    %rbp
    movq    %rsp, %rbp
    movq    72(%rsp), %r8
    subq    $512, %rsp
    andq    $-64, %rsp
    fxsave64    (%rsp)
    movl    $\size, %esi
    movl    $3, %edx
    movl    $5, %ecx
    call    *%r11
    fxrstor64    (%rsp)
    movq    %rbp, %rsp
    popq    %rbp
    popq    %r10
    popq    %r9
    popq    %r8
    popq    %rsi
    popq    %rdx
    popq    %rcx
    popq    %rax
    popq    %r11
    ret
9:    popq    %r11
    ret
    .endm

# Before a function returns whose frame has a watched buffer: the registers of results are as before.
# void rmasim_mpi_returns(const void* return_address, const void* returns_to)
    .macro    rmasim_returning    name, returning
    rmasim_stub    \name
    pushq    %rax
    pushq    %rdx
    pushq    %rbp
    movq    %rsp, %rbp
    rmasim_find    rmasim_mpi_returns
    leaq    32(%rbp), %rdi
    movq    24(%rbp), %rsi
    subq    $512, %rsp
    andq    $-64, %rsp
    fxsave64    (%rsp)
    call    *%rax
    fxrstor64    (%rsp)
9:    movq    %rbp, %rsp
    popq    %rbp
    popq    %rdx
    popq    %rax
    ret
    .endm

# Before anything else of the program runs, there are marks: zero, unless the process has its own.
    .macro    rmasim_begins
    rmasim_stub    rmasim_watch_begins
    .weak    rmasim_mpi_touched
    cmpq    $0, rmasim_mpi_touched@GOTPCREL(%rip)
    jne    9f
    subq    $8, %rsp
    movl    $0x70000000, %edi
    movabsq    $0x100000000000, %rsi
    movl    $1, %edx
    movl    $0x104022, %ecx
    movl    $-1, %r8d
    xorl    %r9d, %r9d
    call    mmap@PLT
    addq    $8, %rsp
9:    ret
    .section    .init_array.00000, "awG", @init_array, rmasim_watch_begins, comdat
    .align    8
    .quad    rmasim_watch_begins
    .section    .note.GNU-stack, "", @progbits
    .endm

