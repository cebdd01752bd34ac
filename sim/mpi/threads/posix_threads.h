// Functions for threads, mutexes and condition variables that the replacements for POSIX, C11 and OpenMP functions
// share. They act for the running thread of the rank.
#pragma once

#include "sim/mpi/library_code.h"
#include "sim/mpi/program_world.h"
#include "sim/mpi/threads/rank_threads.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstddef>
#include <ctime>
#include <functional>
#include <string>

namespace rmasim::sim {

inline constexpr std::size_t stack_bytes_of_threads = std::size_t{8} << 20;  // Linux's default

// Adds the time that the rank has computed since its last call to its virtual time, then returns the threads of the
// calling rank.
inline RankThreads& threads_after_computation() {
    ProgramWorld::get().compute();
    return RankThreads::get();
}

// Returns the return address of the program's call of the running function. `own` is the function's own return address.
// Each executable that runs programs has one definition of this function and of the next one.
const void* program_address(const void* own);
// Returns the time in seconds that omp_get_wtime returns. It is a poll of the clock.
double wtime_of_program(const Caller& caller);

inline bool outside_programs() { return RankThreads::if_in_program() == nullptr; }

// Returns the value that identifies the running thread as the owner of a lock: its number plus one. The owner of a free
// lock is 0.
inline int me() { return static_cast<int>(RankThreads::get().current().number) + 1; }
// Record that the running thread has taken a lock, and that its owner releases it. Reports on waiting threads name the
// call that has taken the lock.
void note_taken(RankThreads& threads, const void* lock, const Caller& caller);
void note_released(RankThreads& threads, const void* lock, int owner);

// The description of a lock for which the running thread waits. It can be called outside of the thread.
class AwaitedLock {
public:
    // `owner` is where the lock has its owner. `threads`, `owner` and `what` must outlive this object.
    AwaitedLock(RankThreads& threads, const char* what, const void* lock, const int& owner);
    // Returns a text such as "a mutex that thread 1 took at halo.c:42 in work".
    std::string operator()() const;

private:
    const RankThreads& threads_;
    const char* what_;
    const void* lock_;
    const int& owner_;
    ThreadId waiting_;
};

double seconds(const timespec& time);

// The following functions have the return values of POSIX. `until` is the virtual time, in seconds, at which a function
// stops waiting and returns ETIMEDOUT.
int lock(const Caller& caller, pthread_mutex_t& mutex, double until = never);
int try_lock(const Caller& caller, pthread_mutex_t& mutex);
int unlock(const Caller& caller, pthread_mutex_t& mutex);
int wait(const Caller& caller, pthread_cond_t& condition, pthread_mutex_t& mutex, double until = never);
void signal(const Caller& caller, pthread_cond_t& condition);
void broadcast(const Caller& caller, pthread_cond_t& condition);
void call_once(const Caller& caller, int& flag, const std::function<void()>& function);

std::uint64_t start_thread(const Caller& caller, std::size_t stack_bytes, bool detached,
                           std::function<void*()> function);
int join(const Caller& caller, std::uint64_t serial, void** result, double until = never);
int detach(std::uint64_t serial);
[[noreturn]] void exit_thread(void* result);

int make_key(unsigned* key, void (*destroy)(void*));
int delete_key(unsigned key);
void* specific_of(unsigned key);
int set_specific(unsigned key, const void* value);

}  // namespace rmasim::sim

// Creates a `Caller` in a replacement for the function `name`.
#define RMASIM_CALLED_AS(name) \
    Caller { name, ::rmasim::sim::program_address(__builtin_return_address(0)) }
