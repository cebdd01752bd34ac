// Threads that wait for other threads of their rank (sim/programs/thread_sync.h): for what, and whether for ever.
#pragma once

#include "sim/programs/thread.h"

#include <span>
#include <string>

namespace rmasim::sim {

// What a held thread of a rank waits for: "thread 1, which is inside recv".
std::string awaited_among(std::span<const Thread> threads, const Thread& blocked);

// A sentence about a thread that no other rank can help: it waits for a thread that has ended, for a flag that nobody
// will set, or for threads that wait for it. Empty if there is none: each held thread waits, directly or indirectly,
// for one inside MPI.
std::string cause_among(std::span<const Thread> threads);

}  // namespace rmasim::sim
