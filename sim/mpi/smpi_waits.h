// Blocking functions of SMPI for one thread of a rank, while the rank's other threads continue. They become requests,
// which are tested whenever virtual time has passed. (SMPI itself would block the whole rank.)
#pragma once

#include "sim/mpi/checked_call.h"

#include <functional>

namespace rmasim::sim {

// True if the rank has other threads now.
bool others_may_run();
// True if collective calls must become requests. All ranks decide alike, whether they have threads or not, since MPI
// does not match a blocking collective call with a non-blocking one.
bool collectives_make_requests();

// MPI_Waitall, MPI_Waitany, MPI_Waitsome and others. MPI_STATUSES_IGNORE is allowed.
int await_all(int count, MPI_Request* all, MPI_Status* statuses);
int await_any(int count, MPI_Request* all, int* index, MPI_Status* status);
int await_some(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses);
int await_one(MPI_Request* request, MPI_Status* status);
int await_message(int source, int tag, MPI_Comm comm, MPI_Status* status);

// Runs a test of SMPI so that it takes no time itself. `done` is the test's result. If it is 0, only the calling thread
// waits for the time that a test takes in SMPI.
int test_alone(const std::function<int()>& test, const int& done);
int probe_alone(const std::function<int()>& test, const int& done);

}  // namespace rmasim::sim
