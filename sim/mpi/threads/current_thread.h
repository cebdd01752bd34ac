// Functions about the running thread of the program, for the code that observes the program's loads, stores and atomic
// operations. Before MPI_Init, and in ranks that create no threads, thread 0 is the only thread.
#pragma once

#include "sim/scenario/model/program.h"

#include "protocol/base/types.h"

namespace rmasim::sim {

// Returns the number that the running thread has in its rank.
ThreadId current_thread();

// Release and acquire by an object of the program, such as a lock or an atomic variable. All steps of a thread before
// `thread_releases` happen before the steps that another thread of the rank executes after a later `thread_acquires` of
// the same object.
void thread_releases(const void* object);
void thread_acquires(const void* object);

}  // namespace rmasim::sim
