#include "sim/mpi/process/fiber.h"

#include <sys/auxv.h>

#include <cstdint>

// rmasim_switch_stack(save, load) stores the stack pointer at `save` and continues at `load`.
// rmasim_switch_thread(save, load, thread_pointer) also sets the thread pointer. A stack holds, from its stack pointer:
// control words of the floating-point units, r15, r14, r13, r12, rbx, rbp, the return address. The control words are
// only loaded if they differ, because loading takes longer than comparing.
asm(R"(
    .macro RMASIM_SAVE
    .cfi_startproc
    push %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset rbp, 0
    push %rbx
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset rbx, 0
    push %r12
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r12, 0
    push %r13
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r13, 0
    push %r14
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r14, 0
    push %r15
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r15, 0
    sub $8, %rsp
    .cfi_adjust_cfa_offset 8
    stmxcsr (%rsp)
    fnstcw 4(%rsp)
    mov %rsp, (%rdi)
    mov (%rsp), %eax
    mov 4(%rsp), %cx
    mov %rsi, %rsp
    cmp %eax, (%rsp)
    je 1f
    ldmxcsr (%rsp)
1:  cmp %cx, 4(%rsp)
    je 2f
    fldcw 4(%rsp)
2:
    .endm
    .macro RMASIM_LOAD
    add $8, %rsp
    .cfi_adjust_cfa_offset -8
    pop %r15
    .cfi_adjust_cfa_offset -8
    .cfi_restore r15
    pop %r14
    .cfi_adjust_cfa_offset -8
    .cfi_restore r14
    pop %r13
    .cfi_adjust_cfa_offset -8
    .cfi_restore r13
    pop %r12
    .cfi_adjust_cfa_offset -8
    .cfi_restore r12
    pop %rbx
    .cfi_adjust_cfa_offset -8
    .cfi_restore rbx
    pop %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore rbp
    ret
    .cfi_endproc
    .endm

    .text
    .type rmasim_switch_stack, @function
rmasim_switch_stack:
    RMASIM_SAVE
    RMASIM_LOAD
    .size rmasim_switch_stack, . - rmasim_switch_stack

    .type rmasim_switch_thread, @function
rmasim_switch_thread:
    RMASIM_SAVE
    wrfsbase %rdx
    RMASIM_LOAD
    .size rmasim_switch_thread, . - rmasim_switch_thread

    .type rmasim_switch_thread_by_call, @function
rmasim_switch_thread_by_call:
    RMASIM_SAVE
    mov $158, %eax      # arch_prctl(ARCH_SET_FS, thread_pointer)
    mov $0x1002, %edi
    mov %rdx, %rsi
    syscall
    RMASIM_LOAD
    .size rmasim_switch_thread_by_call, . - rmasim_switch_thread_by_call

    .type rmasim_start_fiber, @function
    .cfi_startproc
    .cfi_undefined rip
    nop
rmasim_start_fiber:
    mov %r12, %rdi
    xor %ebp, %ebp
    call *%rbx
    hlt
    .cfi_endproc
    .size rmasim_start_fiber, . - rmasim_start_fiber
)");

extern "C" {
void rmasim_switch_stack(void** save, void* load);
void rmasim_switch_thread(void** save, void* load, void* thread_pointer);
void rmasim_switch_thread_by_call(void** save, void* load, void* thread_pointer);
void rmasim_start_fiber();
}

namespace rmasim::hosting {

namespace {

constexpr std::uint32_t default_mxcsr = 0x1f80, default_control_word = 0x037f;

constexpr unsigned long hardware_has_fsgsbase = 2;  // in AT_HWCAP2
const bool by_instruction = (::getauxval(AT_HWCAP2) & hardware_has_fsgsbase) != 0;

}  // namespace

bool may_write_thread_pointer() { return by_instruction; }

char* thread_pointer() {
    char* value = nullptr;
    asm volatile("mov %%fs:0, %0" : "=r"(value));
    return value;
}

void prepare_fiber(Fiber& fiber, char* top, void (*entry)(void*), void* argument) {
    auto* word = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::uintptr_t>(top) & ~std::uintptr_t{15});
    *--word = 0;
    *--word = 0;  // rmasim_start_fiber begins with an aligned stack
    *--word = reinterpret_cast<std::uint64_t>(&rmasim_start_fiber);
    *--word = 0;  // rbp
    *--word = reinterpret_cast<std::uint64_t>(entry);
    *--word = reinterpret_cast<std::uint64_t>(argument);
    *--word = 0;  // r13, r14, r15
    *--word = 0;
    *--word = 0;
    *--word = std::uint64_t{default_control_word} << 32 | default_mxcsr;
    fiber.stack_pointer = word;
}

void switch_fiber(Fiber& from, Fiber& to) {
    if (from.thread_pointer == to.thread_pointer) {
        rmasim_switch_stack(&from.stack_pointer, to.stack_pointer);
    } else if (by_instruction) {
        rmasim_switch_thread(&from.stack_pointer, to.stack_pointer, to.thread_pointer);
    } else {
        rmasim_switch_thread_by_call(&from.stack_pointer, to.stack_pointer, to.thread_pointer);
    }
}

}  // namespace rmasim::hosting
