// The threads of a rank that is an actor of SimGrid. Their fibers share the actor's thread of the operating system, so
// the state that libraries and programs keep for each thread is exchanged.
#pragma once

#include "sim/mpi/smpi/fiber.h"
#include "sim/mpi/smpi/thread_variables.h"
#include "sim/mpi/threads/thread_host.h"

#include <simgrid/s4u/Semaphore.hpp>

#include <map>

namespace rmasim::sim {

class SmpiFiber final : public ThreadFiber {
public:
    SmpiFiber() = default;
    SmpiFiber(std::size_t stack_bytes, void (*entry)()) : fiber(stack_bytes, entry) {}
    std::span<const std::byte> stack() const override { return fiber.stack(); }

    Fiber fiber;
    LibraryState of_library{};
    ThreadVariables variables{};
};

class SmpiThreads final : public ThreadHost {
public:
    std::unique_ptr<ThreadFiber> first_fiber() override { return std::make_unique<SmpiFiber>(); }
    std::unique_ptr<ThreadFiber> new_fiber(std::size_t stack_bytes) override;
    void switch_fiber(ThreadFiber& from, ThreadFiber& to) override;
    void destroy_variables(ThreadFiber& running) override;
    void store_variables(ThreadFiber& running, unsigned number) override;
    void restore_variables(ThreadFiber& running, unsigned number) override;
    double now() const override;
    void sleep() override;
    void pass(double duration) override;
    std::unique_ptr<Alarm> alarm(double time) override;
    [[noreturn]] void end_rank() override;

    // Returns the semaphore that wakes the actor.
    const simgrid::s4u::SemaphorePtr& woken() const { return woken_; }

private:
    simgrid::s4u::SemaphorePtr woken_ = simgrid::s4u::Semaphore::create(0);
    std::map<unsigned, ThreadVariables> stored_;  // by number
};

}  // namespace rmasim::sim
