// Threads of a program's ranks, for who watches what the program does: its loads and stores, its atomic operations.
// Before MPI_Init, and of ranks without threads, there is the first thread only.
#pragma once

#include "protocol/base/types.h"

namespace rmasim::sim {

// The thread that runs, of the rank whose program runs: its number there.
ThreadId current_thread();

// By an object of the program (a lock, an atomic variable): what the thread has done is known to those threads of its
// rank that learn from the object later.
void thread_tells(const void* object);
void thread_learns(const void* object);

// Other threads of the rank, and in the end other ranks, get on: a thread that looks at memory in a loop calls it.
void thread_gives_way();

}  // namespace rmasim::sim
