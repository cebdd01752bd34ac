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

// Parts of them; a call without root has it at place 0. Rounds are counted from `first_round`.
//
// The root's `data`, at all places.
Task<Payload> handed_down(CollectiveCall& call, RootedAlgorithm how, Payload data, std::uint32_t first_round);
// What all have, combined: at the root. Null at the others.
Task<Payload> handed_up(CollectiveCall& call, RootedAlgorithm how);

}  // namespace rmasim
