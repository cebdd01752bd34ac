// The algorithms of collective calls (collective_algorithms.h).
#pragma once

#include "protocol/base/task.h"
#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/collective_call.h"

namespace rmasim {

Task<> bcast(CollectiveCall call, RootedAlgorithm how);
Task<> reduce(CollectiveCall call, RootedAlgorithm how);
Task<> gather(CollectiveCall call, RootedAlgorithm how);
Task<> scatter(CollectiveCall call, RootedAlgorithm how);
Task<> allreduce(CollectiveCall call, const CollectiveAlgorithms& how);
Task<> allgather(CollectiveCall call, AllgatherAlgorithm how);
Task<> alltoall(CollectiveCall call, AlltoallAlgorithm how);

// Parts of these algorithms. A call without a root uses communicator rank 0. Rounds are numbered from `first_round`.
//
// Broadcasts the root's `data` and returns it, at all processes.
Task<Payload> handed_down(CollectiveCall& call, RootedAlgorithm how, Payload data, std::uint32_t first_round);
// Combines the data of all processes. Returns the result at the root, and null at the others.
Task<Payload> handed_up(CollectiveCall& call, RootedAlgorithm how);

}  // namespace rmasim
