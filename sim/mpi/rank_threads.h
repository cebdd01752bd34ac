// The threads of a rank's program: fibers in its actor, of which one runs at a time. So a run is the same each time,
// and all of them are the rank for SMPI.
//
// The order: a thread runs until it waits, ends or gives way. The others follow in the order in which they became able
// to run; a thread that is made, or woken, is the last of them. If none can run, those that wait for MPI or for a time
// are looked at in order of their numbers, and the actor sleeps until something has come for one of them.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/fiber.h"
#include "sim/mpi/thread_variables.h"
#include "sim/programs/live_programs.h"

#include <simgrid/s4u/Semaphore.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Where the program is: the function that it called, and where that returns to.
struct Caller {
    const char* function = nullptr;
    const void* returns_to = nullptr;
};

struct OpenMpThread;  // openmp_team.h

struct RankThread {
    ThreadId number = 0;       // among those of its rank that there are
    std::uint64_t serial = 0;  // among all that there were, from 1
    std::unique_ptr<Fiber> fiber{};
    std::function<void()> body{};
    bool ended = false;

    // What it waits for: an object that others wake it by, in the order of `came`; or that `until` is true.
    const void* waits_on = nullptr;
    std::uint64_t came = 0;
    std::function<bool()> until{};
    Caller inside{};
    std::function<std::string()> awaited{};  // for reports; null: it waits for MPI, or for a time

    LibraryState of_library{};
    ThreadVariables variables{};

    // ---- POSIX threads
    bool detached = false;
    void* result = nullptr;
    std::map<unsigned, void*> specific{};  // by key
    // ---- OpenMP
    OpenMpThread* openmp = nullptr;
    std::shared_ptr<void> openmp_alone{};  // the team of one that is in no parallel region
};

inline constexpr double never = std::numeric_limits<double>::infinity();

class RankThreads {
public:
    explicit RankThreads(simgrid::s4u::SemaphorePtr woken);
    ~RankThreads();
    RankThreads(const RankThreads&) = delete;
    RankThreads& operator=(const RankThreads&) = delete;

    // Of the actor that runs; made when it is first asked for. It has a thread: the one that runs.
    static RankThreads& get();
    // Null: not in a program.
    static RankThreads* if_in_program();

    RankThread& current() { return *current_; }
    bool several() const { return alive_ > 1; }
    std::size_t alive() const { return alive_; }
    // It runs some time, and is gone when it has ended and `remove` was called. Ends the run if there are too many.
    RankThread& create(const Caller& caller, std::size_t stack_bytes, std::function<void()> body);
    // The current thread's.
    [[noreturn]] void end();
    void remove(RankThread& ended);
    RankThread* find(std::uint64_t serial);

    // The current thread waits until another one wakes it by this object, or until the time (seconds): false.
    bool wait_on(const void* object, const Caller& caller, std::function<std::string()> awaited, double until = never);
    // ... until this is true, which is asked whenever something may have changed.
    void wait_until(std::function<bool()> ready);
    void sleep_until(double time);
    // Of those that wait by this object the one that came first; null: none does.
    RankThread* first_waiting(const void* object);
    void wake(RankThread& thread);
    RankThread* wake_first(const void* object);
    void wake_all(const void* object);
    // All others that can run do. If they, too, only give way, some time passes.
    void give_way();
    // Before the current thread takes a lock. A loop of lock, look, unlock may wait for what another thread is to do:
    // each so many locks without anybody else having run, it gives way.
    void about_to_lock();

    // ---- For checks of memory: orders among the rank's threads. By an object of the program, or a thread's number
    // from 1 on (`serial`).
    void release_clock(const Caller& caller, const void* object);
    void acquire_clock(const Caller& caller, const void* object);

    // A number for threads, keys, ... of the rank.
    std::uint64_t next_serial() { return ++serials_; }
    void add_waits(Rank rank, std::vector<ThreadWait>& waits, const std::function<std::uint32_t(const Caller&)>& place);
    const std::vector<std::unique_ptr<RankThread>>& all() const { return threads_; }
    const simgrid::s4u::SemaphorePtr& woken() const { return woken_; }

private:
    static void begin();
    void sleep();
    void run_another();
    void look_at_waiting();
    void go_on_with(RankThread& next);
    void give_stack_back();
    std::uint32_t sync_point_of(const void* object);

    simgrid::s4u::SemaphorePtr woken_;
    std::vector<std::unique_ptr<RankThread>> threads_;  // by number; null: it is free
    std::vector<std::unique_ptr<RankThread>> gone_;     // one whose stack is in use until another runs
    RankThread* current_;
    std::deque<RankThread*> ready_;
    std::size_t alive_ = 1;
    std::size_t gave_way_ = 0;  // one after the other
    std::size_t locks_ = 0;     // since the current thread runs
    std::uint64_t serials_ = 0, waits_ = 0;
    std::map<const void*, std::uint32_t> sync_points_;
    std::uint32_t next_sign_ = 0;
};

}  // namespace rmasim::sim
