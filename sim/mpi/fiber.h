// A separate stack for a thread of a rank. The threads of a rank take turns in the rank's actor.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <span>

namespace rmasim::sim {

class Fiber {
public:
    // Represents the stack that is running now.
    Fiber() = default;
    // Allocates a stack. `entry` runs on it from the first switch on and must not return. Raises std::bad_alloc.
    Fiber(std::size_t stack_bytes, void (*entry)());
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Returns the memory of the stack.
    std::span<const std::byte> stack() const { return {static_cast<const std::byte*>(memory_), bytes_}; }

    // Switches from this fiber, which must be running. Returns when another fiber switches back.
    void switch_to(Fiber& other) { ::swapcontext(&context_, &other.context_); }

private:
    ucontext_t context_{};
    void* memory_ = nullptr;  // its first page is a guard page without access
    std::size_t bytes_ = 0;
};

}  // namespace rmasim::sim
