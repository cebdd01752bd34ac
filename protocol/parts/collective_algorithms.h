// How the processes of a communicator pass on the data of a collective call: settings of every family, `collectives`.
// scenarios/README.md has the number of messages of each.
#pragma once

#include <cstdint>

namespace rmasim {

// BCAST, REDUCE, GATHER, SCATTER.
enum class RootedAlgorithm : std::uint8_t {
    binomial,  // a tree, in which the place after the root's that is 6 = 4 + 2 away is below the one that is 4 away
    linear,    // between the root and each of the others
};

enum class AllreduceAlgorithm : std::uint8_t {
    recursive_doubling,  // in round k with the place that differs in bit k
    reduce_bcast,        // to place 0 and from there to all, by the algorithms of REDUCE and BCAST
};

enum class AllgatherAlgorithm : std::uint8_t {
    ring,   // to the next place what came from the place before
    bruck,  // twice as much in each round, as Bruck and others did in 1997
};

enum class AlltoallAlgorithm : std::uint8_t {
    pairwise,  // in round k to the place that is k ahead, and from the one that is k behind
    linear,    // all is sent before anything is awaited
};

struct CollectiveAlgorithms {
    RootedAlgorithm bcast = RootedAlgorithm::binomial;
    RootedAlgorithm reduce = RootedAlgorithm::binomial;
    AllreduceAlgorithm allreduce = AllreduceAlgorithm::recursive_doubling;
    RootedAlgorithm gather = RootedAlgorithm::binomial;
    AllgatherAlgorithm allgather = AllgatherAlgorithm::ring;
    RootedAlgorithm scatter = RootedAlgorithm::binomial;
    AlltoallAlgorithm alltoall = AlltoallAlgorithm::pairwise;
};

}  // namespace rmasim
