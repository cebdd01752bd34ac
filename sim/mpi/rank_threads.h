// The threads of a rank's program: fibers in the rank's actor. One runs at a time, so runs are reproducible. For SMPI
// all of them are the rank.
//
// Scheduling order: a thread runs until it blocks, ends or yields. Ready threads run in the order in which they became
// ready; a new or woken thread is the last one. If no thread is ready, the conditions of threads that wait for MPI or
// for a time are tested in the order of thread numbers. If none holds, the actor sleeps until it is woken.
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

// A location in the program: the function that it called, and the return address.
struct Caller {
    const char* function = nullptr;
    const void* returns_to = nullptr;
};

struct OpenMpThread;  // openmp_team.h

struct RankThread {
    ThreadId number = 0;       // among the rank's existing threads; reused
    std::uint64_t serial = 0;  // among all threads that the rank ever had, from 1
    std::unique_ptr<Fiber> fiber{};
    std::function<void()> body{};
    bool ended = false;

    // The wait of the thread: for a wake-up by `waits_on`, in the order of `wait_number`, or until `until` returns
    // true.
    const void* waits_on = nullptr;
    std::uint64_t wait_number = 0;
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
    std::shared_ptr<void> openmp_alone{};  // the team of a thread outside of parallel regions
};

inline constexpr double never = std::numeric_limits<double>::infinity();

class RankThreads {
public:
    explicit RankThreads(simgrid::s4u::SemaphorePtr woken);
    ~RankThreads();
    RankThreads(const RankThreads&) = delete;
    RankThreads& operator=(const RankThreads&) = delete;

    // Returns the threads of the running actor. The first call creates them, with the running thread as thread 0.
    static RankThreads& get();
    // Returns null outside of programs.
    static RankThreads* if_in_program();

    RankThread& current() { return *current_; }
    bool several() const { return alive_ > 1; }
    std::size_t alive() const { return alive_; }
    // Creates a thread, which becomes ready. It exists until it has ended and `remove` was called. Ends the run if the
    // rank has too many threads.
    RankThread& create(const Caller& caller, std::size_t stack_bytes, std::function<void()> body);
    // Ends the current thread.
    [[noreturn]] void end();
    void remove(RankThread& ended);
    RankThread* find(std::uint64_t serial);

    // Blocks the current thread until another one wakes it by `object`. Returns false if the time `until`, in seconds,
    // comes first.
    bool wait_on(const void* object, const Caller& caller, std::function<std::string()> awaited, double until = never);
    // Blocks the current thread until `ready` returns true. `ready` is called whenever its result may have changed.
    void wait_until(std::function<bool()> ready);
    void sleep_until(double time);
    // Returns the thread that has waited for `object` longest; null if there is none.
    RankThread* first_waiting(const void* object);
    void wake(RankThread& thread);
    RankThread* wake_first(const void* object);
    void wake_all(const void* object);
    // Lets all other ready threads run. If all of them only yield, too, some virtual time passes.
    void give_way();
    // Must be called before the current thread acquires a lock. A loop of lock, test, unlock may wait for another
    // thread, so the thread yields after a number of locks in a row.
    void about_to_lock();

    // ---- For checks of memory: synchronisation among the rank's threads. `object` is any address that identifies what
    // the threads synchronise by. Only addresses are compared.
    void release_clock(const Caller& caller, const void* object);
    void acquire_clock(const Caller& caller, const void* object);

    // Returns a new number for a thread, a key and so on, unique in the rank.
    std::uint64_t next_serial() { return ++serials_; }
    void add_waits(Rank rank, std::vector<ThreadWait>& waits,
                   const std::function<std::uint32_t(const Caller&)>& location_of);
    const std::vector<std::unique_ptr<RankThread>>& all() const { return threads_; }
    const simgrid::s4u::SemaphorePtr& woken() const { return woken_; }

private:
    static void begin();
    void sleep();
    void run_another();
    void look_at_waiting();
    void switch_to_thread(RankThread& next);
    void give_stack_back();
    std::uint32_t sync_point_of(const void* object);

    simgrid::s4u::SemaphorePtr woken_;
    std::vector<std::unique_ptr<RankThread>> threads_;  // by number; null: free
    std::vector<std::unique_ptr<RankThread>> exited_;     // removed; its stack is in use until another thread runs
    RankThread* current_;
    std::deque<RankThread*> ready_;
    std::size_t alive_ = 1;
    std::size_t gave_way_ = 0;  // threads that yielded, in a row
    std::size_t locks_ = 0;     // since the current thread was switched to
    std::uint64_t serials_ = 0, waits_ = 0;
    std::map<const void*, std::uint32_t> sync_points_;
    std::uint32_t next_sign_ = 0;
};

}  // namespace rmasim::sim
