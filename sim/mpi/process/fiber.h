// A fiber: a stack with a control block of its own (control_blocks.h). One fiber runs at a time. A switch costs a few
// nanoseconds; where programs cannot write the thread pointer, the contents of two control blocks are copied.
#pragma once

#include <cstddef>

namespace rmasim::hosting {

struct Rank;

struct Fiber {
    void* stack_pointer = nullptr;   // while the fiber does not run
    char* thread_pointer = nullptr;  // while the fiber runs
    char* block = nullptr;           // the control block while the fiber does not run
    Rank* rank = nullptr;            // null for the host's fiber
    char* low = nullptr;             // the lowest byte of the stack; null for the host's fiber
    char* high = nullptr;            // the end of the stack
    bool has_guard = true;           // a page without access is below the stack
};

// Prepares a fiber whose first switch calls `entry(argument)`, which must not return, on the stack below `top`. An
// exception that `entry` does not catch finds no caller there, so it calls std::terminate.
void prepare_fiber(Fiber& fiber, char* top, void (*entry)(void*), void* argument);

// Switches from the running fiber to another one. Returns when a fiber switches back.
void switch_fiber(Fiber& from, Fiber& to);

// True if the processor and the system let programs write the thread pointer (FSGSBASE).
bool may_write_thread_pointer();
char* thread_pointer();

// The lowest bytes of a stack without a guard stay zero. A program that has written there has left its stack. Untouched
// memory is zero, so the check costs no memory.
inline bool is_stack_whole(const Fiber& fiber) {
    if (fiber.has_guard) return true;
    const auto* const word = reinterpret_cast<const volatile unsigned long*>(fiber.low);
    return (word[0] | word[1] | word[2] | word[3] | word[4] | word[5] | word[6] | word[7]) == 0;
}

}  // namespace rmasim::hosting
