// Reductions that the core does not have: with operations of the program, or with datatypes without arithmetic in the
// core. The data of all processes are gathered, and combined in the order of ranks where the result is needed.
#pragma once

#include "protocol/base/call.h"
#include "sim/mpi/objects/library.h"

#include <cstdint>

namespace rmasim::sim {

struct FoldedReduction {
    Call kind;         // MPI_Reduce, MPI_Allreduce, MPI_Scan, MPI_Exscan, MPI_Reduce_scatter, MPI_Reduce_scatter_block
    const void* from;  // never MPI_IN_PLACE
    void* to;
    std::int64_t count;  // elements of each process
    MPI_Datatype type;
    MPI_Op op;
    int root;           // -1 if there is none
    const int* counts;  // of MPI_Reduce_scatter
};

// Throws mpi::Error if the operation is not defined for the datatype.
void fold(mpi::Library& own, const FoldedReduction& reduction, MPI_Comm comm);

}  // namespace rmasim::sim
