// Functions of SMPI's that block, for one thread of a rank: the others go on meanwhile. They become requests that are
// tested whenever time has passed. (SMPI would let the whole rank sleep.)
#pragma once

#include "sim/mpi/checked_call.h"

#include <functional>

namespace rmasim::sim {

// The rank has other threads now.
bool others_may_run();
// All ranks make collective calls alike, whether they have threads or not: MPI has no match of a call that blocks and
// one that does not.
bool collectives_make_requests();

// As MPI_Waitall, MPI_Waitany, MPI_Waitsome; MPI_STATUSES_IGNORE is right.
int await_all(int count, MPI_Request* all, MPI_Status* statuses);
int await_any(int count, MPI_Request* all, int* index, MPI_Status* status);
int await_some(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses);
int await_one(MPI_Request* request, MPI_Status* status);
int await_message(int source, int tag, MPI_Comm comm, MPI_Status* status);

// Makes a test, which SMPI would let take time. `done`: what it finds. If nothing, the thread alone waits as long.
int test_alone(const std::function<int()>& test, const int& done);
int probe_alone(const std::function<int()>& test, const int& done);

}  // namespace rmasim::sim
