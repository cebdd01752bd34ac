// The current thread of the program, for the code that observes its loads, stores and atomic operations. Before
// MPI_Init, and in ranks without threads, there is only thread 0.
#pragma once

#include "protocol/base/types.h"

namespace rmasim::sim {

// Returns the number, within its rank, of the thread that is running.
ThreadId current_thread();

// Release and acquire by an object of the program (a lock, an atomic variable): all that a thread did before
// `thread_releases` happens before what a thread of the same rank does after a later `thread_acquires` of the same
// object.
void thread_releases(const void* object);
void thread_acquires(const void* object);

// Lets the rank's other threads run, and finally other ranks. A thread that polls memory in a loop calls this function.
void thread_gives_way();

}  // namespace rmasim::sim
