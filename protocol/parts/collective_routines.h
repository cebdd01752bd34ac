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

// Steps of these algorithms. In a call without a root, communicator rank 0 is the root.
//
// Broadcasts the root's `data` and returns the data at all processes. Rounds are numbered from `first_round`.
Task<Payload> handed_down(CollectiveCall& call, RootedAlgorithm how, Payload data, std::uint32_t first_round);
// Combines the data of all processes. Returns the result at the root, and null at the others.
Task<Payload> handed_up(CollectiveCall& call, RootedAlgorithm how);

}  // namespace rmasim
