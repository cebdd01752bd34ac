// Arguments of MPI's functions, as the core takes them; and what is wrong with them.
#pragma once

#include "protocol/base/call_request.h"

#include <mpi.h>

#include <optional>

namespace rmasim::sim {

// None: the core has no such operator.
std::optional<ReduceOp> reduce_op_of(MPI_Op op);
// Whether MPI defines the operator for the datatype.
bool works_on(ReduceOp op, Datatype datatype);
// Where memory begins that datatypes describe. From MPI_BOTTOM they have addresses; SMPI's is not 0, but a number of
// its own.
inline const void* beginning_of(const void* buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
// None: it is no combination of MPI_MODE_... that the function takes.
std::optional<Assert> asserts_of(int asserts, Assert allowed);

}  // namespace rmasim::sim
