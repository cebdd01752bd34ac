// Synchronisation among the threads of a rank, outside MPI: barriers, joins and flags. A thread that waits there is
// blocked. It makes no progress in MPI, like a thread that computes.
//
// A flag is a number of the rank, initially 0, that only grows. Invariant: a thread that may resume can still resume
// after any steps of other threads. The exploration of all orders relies on that.
#pragma once

#include "sim/programs/thread.h"

#include <algorithm>

namespace rmasim::sim {

inline bool is_at_barrier(const Thread& thread) {
    return thread.activity == Thread::Activity::blocked && thread.current().kind == InstructionKind::thread_barrier;
}

// True if all of `threads` are blocked at a barrier. There is one barrier for all of them: its locations in the
// programs may differ.
inline bool all_at_barrier(std::span<const Thread> threads) {
    return std::all_of(threads.begin(), threads.end(), is_at_barrier);
}

// True if a blocked thread need not wait any more, for reasons other than a barrier.
inline bool may_resume(std::span<const Thread> threads, const Thread& blocked) {
    switch (blocked.current().kind) {
        case InstructionKind::join:
            return threads[static_cast<std::size_t>(blocked.awaited)].activity == Thread::Activity::finished;
        case InstructionKind::set_flag: return true;
        case InstructionKind::wait_flag: return blocked.flags[blocked.current().variable] >= blocked.awaited;
        default: return false;  // a barrier, or a `while` at its limit
    }
}

// Unblocks all threads that need not wait any more: each is between calls again. Calls `resume_thread` with each of
// them, in the order of their numbers.
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
