// Functions that diagnose why threads wait for other threads of their rank (sim/programs/thread_sync.h).
#pragma once

#include "sim/programs/thread.h"

#include <span>
#include <string>

namespace rmasim::sim {

// Returns the reason why a blocked thread of a rank waits: "thread 1, which is inside recv".
std::string awaited_among(std::span<const Thread> threads, const Thread& blocked);

// Returns a sentence about a blocked thread that no other rank can release. The blocked thread waits for a thread that
// has ended, for a flag that no thread will set, or for threads that wait for each other in a cycle. Returns an empty
// string if each blocked thread waits, directly or indirectly, for a thread that is inside an MPI call.
std::string cause_among(std::span<const Thread> threads);

}  // namespace rmasim::sim
