// The algorithms of collective calls. The settings `collectives` of every family choose them. protocol/COLLECTIVES.md
// has the number of packets of each algorithm.
//
// `mpich` is the choice of MPICH, by the number of processes and the bytes of the data (collective_choice.cpp).
#pragma once

#include <cstdint>

namespace rmasim {

// The algorithm of BCAST.
enum class BcastAlgorithm : std::uint8_t {
    binomial,      // a binomial tree; relative to the root, process 6 = 4 + 2 is a child of process 4
    linear,        // messages between the root and each other process
    scatter_ring,  // a binomial scatter of the parts of the data, then an allgather in a ring
    // The same scatter, then an allgather by recursive doubling; scatter_ring if the number of processes is not a power
    // of two.
    scatter_doubling,
    mpich,
};

// The algorithm of REDUCE.
enum class ReduceAlgorithm : std::uint8_t {
    binomial,
    linear,
    halving,  // recursive halving, then a binomial gather of the parts
    mpich,
};

// The algorithm of GATHER and SCATTER. GATHERV and SCATTERV are always linear.
enum class RootedAlgorithm : std::uint8_t { binomial, linear };

// The algorithm of ALLREDUCE.
enum class AllreduceAlgorithm : std::uint8_t {
    recursive_doubling,  // round k: exchange with the process whose communicator rank differs in bit k
    reduce_bcast,        // a REDUCE to communicator rank 0 and a BCAST from it, by their algorithms
    halving,             // recursive halving, then an allgather of the parts by recursive doubling
    mpich,
};

// The algorithm of ALLGATHER and ALLGATHERV.
enum class AllgatherAlgorithm : std::uint8_t {
    ring,                // each process sends to the next one the data that it received from the previous one
    bruck,               // each round doubles the data, as in Bruck and others (1997)
    recursive_doubling,  // bruck if the number of processes is not a power of two
    mpich,
};

// The algorithm of ALLTOALL and ALLTOALLV.
enum class AlltoallAlgorithm : std::uint8_t {
    pairwise,  // round k: send to communicator rank + k, receive from communicator rank - k
    linear,    // sends all its messages before it waits for the first one
    bruck,     // a message takes several blocks a part of their way; ALLTOALLV: linear
    mpich,
};

// The algorithm of REDUCE_SCATTER_BLOCK and REDUCE_SCATTER.
enum class ReduceScatterAlgorithm : std::uint8_t {
    halving,         // recursive halving
    pairwise,        // each process sends each other process the block of that process
    reduce_scatter,  // a REDUCE to communicator rank 0, by its algorithm, and a linear SCATTER from it
    mpich,
    butterfly,  // recursive_doubling if the number of processes is not a power of two, or if the blocks differ in size
    recursive_doubling,  // all values, except those that the receiver does not need
};

// The algorithm of SCAN and EXSCAN.
enum class ScanAlgorithm : std::uint8_t {
    recursive_doubling,
    linear,  // from each process to the next one
};

// The algorithms of all collective calls.
struct CollectiveAlgorithms {
    BcastAlgorithm bcast = BcastAlgorithm::mpich;
    ReduceAlgorithm reduce = ReduceAlgorithm::mpich;
    AllreduceAlgorithm allreduce = AllreduceAlgorithm::mpich;
    RootedAlgorithm gather = RootedAlgorithm::binomial;
    AllgatherAlgorithm allgather = AllgatherAlgorithm::mpich;
    RootedAlgorithm scatter = RootedAlgorithm::binomial;
    AlltoallAlgorithm alltoall = AlltoallAlgorithm::mpich;
    ReduceScatterAlgorithm reduce_scatter = ReduceScatterAlgorithm::mpich;
    ScanAlgorithm scan = ScanAlgorithm::recursive_doubling;
    ScanAlgorithm exscan = ScanAlgorithm::recursive_doubling;
};

}  // namespace rmasim
