// A stack of its own, on which a thread of a rank runs: the threads of a rank take turns in its actor.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <span>

namespace rmasim::sim {

class Fiber {
public:
    // The stack that runs.
    Fiber() = default;
    // A new one, on which `entry` begins with the first switch to it; it never returns. Raises std::bad_alloc.
    Fiber(std::size_t stack_bytes, void (*entry)());
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Its stack: the first byte, and how many there are.
    std::span<const std::byte> stack() const { return {static_cast<const std::byte*>(memory_), bytes_}; }

    // From this one, which runs; returns when somebody switches back to it.
    void switch_to(Fiber& other) { ::swapcontext(&context_, &other.context_); }

private:
    ucontext_t context_{};
    void* memory_ = nullptr;  // with a page before the stack that nobody may touch
    std::size_t bytes_ = 0;
};

}  // namespace rmasim::sim
