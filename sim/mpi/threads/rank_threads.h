// The threads of a rank's program. They are fibers (thread_host.h). Only one thread runs at a time, so runs are
// reproducible.
//
// Scheduling order: a thread runs until it blocks, exits or yields. Ready threads run in the order in which they became
// ready. If no thread is ready, the rank tests the conditions of threads that wait for MPI or for a time, in the order
// of thread numbers. If no condition holds, the rank sleeps until it is woken.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/debug/caller.h"
#include "sim/mpi/threads/thread_host.h"
#include "sim/programs/live_programs.h"

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

struct OpenMpThread;  // openmp_team.h

// A lock that a thread holds: a mutex of POSIX threads, or a lock of OpenMP.
struct HeldLock {
    const void* lock = nullptr;
    Caller taken_by{};
};

struct RankThread {
    ThreadId number = 0;       // number among the rank's existing threads; a later thread may have the same number
    std::uint64_t serial = 0;  // number among all threads that the rank ever creates, from 1
    std::unique_ptr<ThreadFiber> fiber{};
    std::function<void()> body{};
    bool ended = false;

    // The wait of the thread. It ends when another thread wakes the thread by the object `waits_on`, or when `until`
    // returns true. Threads that wait for one object are woken in the order of `wait_number`.
    const void* waits_on = nullptr;
    std::uint64_t wait_number = 0;
    std::function<bool()> until{};
    Caller inside{};
    std::function<std::string()> awaited{};  // returns the awaited object for reports; null in a wait for MPI or a time

    std::vector<HeldLock> held{};       // in the order in which the thread has taken them
    const void* called_from = nullptr;  // the return address of the program's call of a function of threads

    // ---- POSIX threads
    bool detached = false;
    bool is_awaited = false;  // another thread is in a call that joins it
    void* result = nullptr;
    std::map<unsigned, void*> specific{};  // by key
    // ---- OpenMP
    OpenMpThread* openmp = nullptr;
    std::shared_ptr<void> openmp_alone{};  // owns the team of one that the thread has outside of parallel regions
};

inline constexpr double never = std::numeric_limits<double>::infinity();

class RankThreads {
public:
    explicit RankThreads(std::unique_ptr<ThreadHost> host);
    ~RankThreads();
    RankThreads(const RankThreads&) = delete;
    RankThreads& operator=(const RankThreads&) = delete;

    // Returns the threads of the running rank. The rank's first call creates the object, with the running thread as
    // thread 0. Returns null if no program is running. Each executable that runs programs has one definition.
    static RankThreads* if_in_program();
    static RankThreads& get() { return *if_in_program(); }
    // The function that a new thread executes first on its fiber.
    [[noreturn]] static void begin();

    RankThread& current() { return *current_; }
    bool several() const { return alive_ > 1; }
    std::size_t alive() const { return alive_; }
    // Creates a thread, which is ready at once. The thread exists until it has exited and `remove` is called. Ends the
    // run if the rank has too many threads.
    RankThread& create(const Caller& caller, std::size_t stack_bytes, std::function<void()> body);
    // Ends the current thread.
    [[noreturn]] void end();
    void remove(RankThread& ended);
    RankThread* find(std::uint64_t serial);

    // Blocks the current thread until another thread wakes it by `object`. Returns false if the virtual time `until`,
    // in seconds, is reached before.
    bool wait_on(const void* object, const Caller& caller, std::function<std::string()> awaited, double until = never);
    // Blocks the current thread until `ready` returns true. `ready` is called whenever its result may have changed.
    void wait_until(std::function<bool()> ready);
    void sleep_until(double time);
    // Returns the thread that has waited for `object` longest; null if there is none.
    RankThread* first_waiting(const void* object);
    void wake(RankThread& thread);
    RankThread* wake_first(const void* object);
    void wake_all(const void* object);
    // Yields: lets all other ready threads run. If all of these only yield too, some virtual time passes. A yield is a
    // poll of the function `caller`.
    void give_way(const Caller& caller);
    // Must be called before the current thread acquires a lock. A program may wait for another thread in a loop of
    // lock, test and unlock. So the thread yields after a certain number of consecutive calls of this function.
    void about_to_lock(const Caller& caller);

    // ---- Synchronisation among the rank's threads, for the checks of memory accesses. `object` is an address that
    // identifies the object by which the threads synchronise. The functions do not access this object.
    void release_clock(const Caller& caller, const void* object);
    void acquire_clock(const Caller& caller, const void* object);

    // Returns a new number that is unique in the rank.
    std::uint64_t next_serial() { return ++serials_; }
    void add_waits(Rank rank, std::vector<ThreadWait>& waits,
                   const std::function<std::uint32_t(const Caller&)>& location_of);
    const std::vector<std::unique_ptr<RankThread>>& all() const { return threads_; }
    ThreadHost& host() { return *host_; }

private:
    void run_another();
    void look_at_waiting();
    void switch_to_thread(RankThread& next);
    void give_stack_back();
    std::uint32_t sync_point_of(const void* object);

    std::unique_ptr<ThreadHost> host_;
    std::vector<std::unique_ptr<RankThread>> threads_;  // by number; null if no thread has the number
    std::vector<std::unique_ptr<RankThread>> exited_;   // removed threads; the current thread's stack is still in use
    RankThread* current_;
    std::deque<RankThread*> ready_;
    std::size_t alive_ = 1;
    std::size_t gave_way_ = 0;  // number of consecutive switches at which the thread only yielded
    std::size_t locks_ = 0;     // number of calls of `about_to_lock` since the switch to the current thread
    std::uint64_t serials_ = 0, waits_ = 0;
    std::map<const void*, std::uint32_t> sync_points_;
    std::uint32_t next_sign_ = 0;
};

}  // namespace rmasim::sim
