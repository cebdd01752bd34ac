// What the threads of a rank do among themselves, outside MPI: barriers, joins and flags. A thread that waits there is
// `held`: it makes no progress in MPI, like a thread that computes.
//
// A flag is a number of the rank, 0 at first, that only grows. So whoever may go on stays free to go on, whatever other
// threads do before it does: exploring all orders relies on that.
#pragma once

#include "sim/programs/thread.h"

#include <algorithm>

namespace rmasim::sim {

inline bool is_at_barrier(const Thread& thread) {
    return thread.activity == Thread::Activity::blocked && thread.current().kind == InstructionKind::thread_barrier;
}

// Whether all of `threads` are held at a barrier. (There is one barrier for all of them, wherever it stands.)
inline bool all_at_barrier(std::span<const Thread> threads) {
    return std::all_of(threads.begin(), threads.end(), is_at_barrier);
}

// Whether what a held thread waits for has come, other than a barrier.
inline bool may_resume(std::span<const Thread> threads, const Thread& blocked) {
    switch (blocked.current().kind) {
        case InstructionKind::join:
            return threads[static_cast<std::size_t>(blocked.awaited)].activity == Thread::Activity::finished;
        case InstructionKind::set_flag: return true;
        case InstructionKind::wait_flag: return blocked.flags[blocked.current().variable] >= blocked.awaited;
        default: return false;  // a barrier, or a `while` at its limit
    }
}

// Lets all threads go on that need not wait any more: each is between calls again, and `go_on` is called with it, in
// order of their numbers.
template <class Resume>
void release_blocked(std::span<Thread> threads, Resume resume_thread) {
    const bool all = all_at_barrier(threads);
    for (Thread& thread : threads) {
        if (thread.activity != Thread::Activity::blocked || !(all || may_resume(threads, thread))) continue;
        thread.activity = Thread::Activity::between_calls;
        resume_thread(thread);
    }
}

}  // namespace rmasim::sim
