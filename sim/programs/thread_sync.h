// Synchronisation among the threads of a rank, outside of MPI: barriers, joins and flags. A thread that waits for such
// a synchronisation is blocked. A blocked thread makes no progress in MPI.
//
// A flag is a number of the rank. A flag is initially 0 and never decreases. Invariant: if a blocked thread may resume,
// this thread may still resume after any steps of other threads. The exploration of all orders (sim/untimed/explore) is
// correct only with this invariant.
#pragma once

#include "sim/programs/thread.h"

#include <algorithm>

namespace rmasim::sim {

inline bool is_at_barrier(const Thread& thread) {
    return thread.activity == Thread::Activity::blocked && thread.current().is<ThreadBarrierInstruction>();
}

// True if all of `threads` are blocked at a barrier. The threads of a rank have only one barrier, which may occur at
// different locations of their programs.
inline bool all_at_barrier(std::span<const Thread> threads) {
    return std::all_of(threads.begin(), threads.end(), is_at_barrier);
}

// True if a blocked thread may resume. Ignores barriers, at which threads resume together (all_at_barrier).
inline bool may_resume(std::span<const Thread> threads, const Thread& blocked) {
    const Instruction& at = blocked.current();
    if (at.is<JoinInstruction>()) {
        return threads[static_cast<std::size_t>(blocked.awaited)].activity == Thread::Activity::finished;
    }
    if (at.is<SetFlagInstruction>()) return true;
    if (at.is<WaitFlagInstruction>()) return blocked.flags[at.as<WaitFlagInstruction>().flag] >= blocked.awaited;
    return false;  // at a barrier, or at a `while` that has reached its limit
}

// Unblocks all threads that may resume, in the order of their numbers: sets their activity to between_calls, and calls
// `resume_thread` for each of them.
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
