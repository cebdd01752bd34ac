// The services that the threads of a rank get from the process that runs the ranks. Two classes are derived:
// SmpiThreads, for ranks that are actors of SimGrid, and HostedThreads, for ranks that are fibers of our own host. All
// times are virtual, in seconds.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace rmasim::sim {

// The stack of a thread, with the state that libraries and programs keep for each thread.
class ThreadFiber {
public:
    ThreadFiber() = default;
    virtual ~ThreadFiber() = default;
    ThreadFiber(const ThreadFiber&) = delete;
    ThreadFiber& operator=(const ThreadFiber&) = delete;

    // Returns the memory of the stack. It is empty for a rank's first thread.
    virtual std::span<const std::byte> stack() const = 0;
};

// An object that wakes the rank at a given time, unless the object is destroyed before.
class Alarm {
public:
    Alarm() = default;
    virtual ~Alarm() = default;
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    virtual bool rang() const = 0;
};

class ThreadHost {
public:
    ThreadHost() = default;
    virtual ~ThreadHost() = default;
    ThreadHost(const ThreadHost&) = delete;
    ThreadHost& operator=(const ThreadHost&) = delete;

    // Returns the fiber of the rank's first thread, which is running.
    virtual std::unique_ptr<ThreadFiber> first_fiber() = 0;
    // Returns a fiber whose first switch calls RankThreads::begin. Raises std::bad_alloc.
    virtual std::unique_ptr<ThreadFiber> new_fiber(std::size_t stack_bytes) = 0;
    // Switches from the running fiber to another one. Returns when a fiber switches back.
    virtual void switch_fiber(ThreadFiber& from, ThreadFiber& to) = 0;
    // Destroys the thread-local objects of the running fiber.
    virtual void destroy_variables(ThreadFiber& running) = 0;
    // Stores the thread-local variables of the running fiber under a number, or gives it the stored ones. Threads of
    // OpenMP keep their variables from one parallel region to the next (`threadprivate`), and fibers do not.
    virtual void store_variables(ThreadFiber& running, unsigned number) = 0;
    virtual void restore_variables(ThreadFiber& running, unsigned number) = 0;

    virtual double now() const = 0;
    // Blocks the rank until it is woken: by the simulation, or by an alarm.
    virtual void sleep() = 0;
    // Lets time pass for the whole rank.
    virtual void pass(double duration) = 0;
    virtual std::unique_ptr<Alarm> alarm(double time) = 0;
    // Ends the rank with code 0, as its last thread does.
    [[noreturn]] virtual void end_rank() = 0;
};

}  // namespace rmasim::sim
