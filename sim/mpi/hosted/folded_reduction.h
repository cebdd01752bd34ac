// Reductions that the core does not have: with operations of the program, with mixed datatypes, and on
// intercommunicators. The data are gathered and combined at their receivers, from the last process to the first.
#pragma once

#include "sim/mpi/hosted/collective_arguments.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

struct FoldedReduction {
    Call kind;  // reduce, allreduce, scan, exscan, reduce_scatter_block or reduce_scatter
    const void* from;
    void* to;
    std::int64_t count;  // elements that each process contributes
    MPI_Datatype type;
    MPI_Op op;
    std::optional<int> root;           // rank in the communicator, MPI_ROOT, MPI_PROC_NULL; none: all receive
    std::vector<std::int64_t> counts;  // of reduce_scatter and reduce_scatter_block: elements of each result
};

// Returns the collective call that gathers the data. It combines them when it is complete.
CollectiveRequest folded(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm);

}  // namespace rmasim::sim
