// A fiber: a separate stack for a thread of a rank. All threads of a rank run in the rank's SimGrid actor, one at a
// time.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <span>

namespace rmasim::sim {

class Fiber {
public:
    // Creates an object for the stack on which the constructor is called.
    Fiber() = default;
    // Allocates a stack. The first switch to this fiber calls `entry`, which must not return. Raises std::bad_alloc.
    Fiber(std::size_t stack_bytes, void (*entry)());
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Returns the memory of the stack.
    std::span<const std::byte> stack() const { return {static_cast<const std::byte*>(memory_), bytes_}; }

    // Switches from this fiber, which must be running, to `other`. Returns when a fiber switches back to this fiber.
    void switch_to(Fiber& other) { ::swapcontext(&context_, &other.context_); }

private:
    ucontext_t context_{};
    void* memory_ = nullptr;  // its first page is a guard page without access
    std::size_t bytes_ = 0;
};

}  // namespace rmasim::sim
