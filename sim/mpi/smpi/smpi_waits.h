// Replacements for blocking functions of SMPI that block only one thread of a rank. They create requests and test them
// whenever virtual time has passed. (SMPI's own functions would block all threads of the rank.)
#pragma once

#include "sim/mpi/windows/checked_call.h"

#include <functional>

namespace rmasim::sim {

// True if the rank currently has other threads.
bool others_may_run();
// True if blocking collective calls must be executed as non-blocking calls. The result is the same at all ranks, with
// or without threads, because MPI does not match a blocking collective call with a non-blocking one.
bool collectives_make_requests();

// The following functions replace MPI_Waitall, MPI_Waitany, MPI_Waitsome, MPI_Wait and MPI_Probe. MPI_STATUSES_IGNORE
// is allowed.
int await_all(int count, MPI_Request* all, MPI_Status* statuses);
int await_any(int count, MPI_Request* all, int* index, MPI_Status* status);
int await_some(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses);
int await_one(MPI_Request* request, MPI_Status* status);
int await_message(const Caller& caller, int source, int tag, MPI_Comm comm, MPI_Status* status);

// Run a test or a probe of SMPI in such a way that it takes no virtual time itself. The test stores its result in
// `done`. If the result is 0, the calling thread then waits for the time that the test takes in SMPI, but other threads
// continue.
int test_alone(const std::function<int()>& test, const int& done);
int probe_alone(const std::function<int()>& test, const int& done);

}  // namespace rmasim::sim
