// The rules of MPI for the datatypes and operations of reductions and one-sided calls. Each function throws an Error
// with the class of the standard if the arguments break a rule. The datatypes are committed.
#pragma once

#include "sim/mpi/objects/library.h"

#include <mpi.h>

#include <cstdint>

namespace rmasim::mpi {

// Data of a call: `count` elements of a datatype.
struct Elements {
    std::int64_t count = 0;
    const Datatype* type = nullptr;

    bool is_empty() const { return count == 0 || type->size() == 0; }
};

// A collective reduction, or MPI_REDUCE_LOCAL (MPI 4.1, 6.9.2): a predefined operation needs a predefined datatype for
// which it is defined, and may not be one of the one-sided calls. Throws MPI_ERR_OP.
void check_reduction(Library& own, MPI_Op op, const Datatype& type);

// A put or get (MPI 4.1, 12.3.1 and 12.3.2): the data that is sent fits into what receives it; what is written has no
// overlapping entries. Throw MPI_ERR_TYPE.
void check_transfer(const Elements& from, const Elements& to);

// An accumulate of the origin's data (MPI 4.1, 12.3.4): as above, both are made of the same predefined datatype, and
// the operation is a predefined one that is defined for it. MPI_NO_OP has no origin. Throws MPI_ERR_OP or MPI_ERR_TYPE.
// Empty data obeys every rule but those for the operation itself.
void check_accumulate(Library& own, MPI_Op op, const Elements& origin, const Elements& target);

// MPI_FETCH_AND_OP: the datatype is predefined. Throws MPI_ERR_OP or MPI_ERR_TYPE.
void check_fetch_and_op(Library& own, MPI_Op op, const Datatype& type);

// MPI_COMPARE_AND_SWAP: the datatype is an integer, a logical value, or MPI_BYTE. Throws MPI_ERR_TYPE.
void check_compare_and_swap(const Datatype& type);

}  // namespace rmasim::mpi
