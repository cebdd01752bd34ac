// What the functions of POSIX threads, of C11's and of OpenMP's locks share: each is a call of the thread that runs.
#pragma once

#include "sim/mpi/smpi_world.h"

#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstddef>
#include <ctime>
#include <functional>
#include <string>

namespace rmasim::sim {

inline constexpr std::size_t stack_bytes_of_threads = std::size_t{8} << 20;  // as Linux's

// The threads of the rank that calls; what it has computed takes its time first.
inline RankThreads& threads_after_computation() {
    SmpiWorld::get().compute();
    return RankThreads::get();
}

inline bool outside_programs() { return RankThreads::if_in_program() == nullptr; }

// An owner of a lock is a thread's number and one more; 0: nobody.
inline int me() { return static_cast<int>(RankThreads::get().current().number) + 1; }
inline std::string held_by(const char* what, int owner) {
    return fmt::format("{} that thread {} holds", what, owner - 1);
}

double seconds(const timespec& time);

// In the words of POSIX; `until`: when it gives up, with ETIMEDOUT.
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

// In a function that a program finds here: where it was called.
#define RMASIM_CALLED_AS(name) \
    Caller { name, __builtin_return_address(0) }
