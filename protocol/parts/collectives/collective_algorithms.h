// The algorithms of collective calls. The settings `collectives` of every family choose them. scenarios/README.md has
// the number of messages of each algorithm.
#pragma once

#include <cstdint>

namespace rmasim {

// The algorithm of BCAST, REDUCE, GATHER and SCATTER.
enum class RootedAlgorithm : std::uint8_t {
    binomial,  // a binomial tree; relative to the root, process 6 = 4 + 2 is a child of process 4
    linear,    // messages between the root and each other process
};

// The algorithm of ALLREDUCE.
enum class AllreduceAlgorithm : std::uint8_t {
    recursive_doubling,  // round k: exchange with the process whose communicator rank differs in bit k
    reduce_bcast,        // a REDUCE to communicator rank 0 and a BCAST from it, by their algorithms
};

// The algorithm of ALLGATHER.
enum class AllgatherAlgorithm : std::uint8_t {
    ring,   // each process sends to the next one the data that it received from the previous one
    bruck,  // each round doubles the data, as in Bruck and others (1997)
};

// The algorithm of ALLTOALL.
enum class AlltoallAlgorithm : std::uint8_t {
    pairwise,  // round k: send to communicator rank + k, receive from communicator rank - k
    linear,    // sends all its messages before it waits for the first one
};

// The algorithms of all collective calls.
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
