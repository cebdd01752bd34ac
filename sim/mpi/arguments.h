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
// None: it is no combination of MPI_MODE_... that the function takes.
std::optional<Assert> asserts_of(int asserts, Assert allowed);

}  // namespace rmasim::sim
