// Conversions of MPI's arguments to the core's types. Each returns nothing for an argument that is not allowed.
#pragma once

#include "protocol/base/call_request.h"

#include <mpi.h>

#include <optional>

namespace rmasim::sim {

// Returns nothing if the core has no such operator.
std::optional<ReduceOp> reduce_op_of(MPI_Op op);
// True if MPI defines the operator for the datatype.
bool works_on(ReduceOp op, Datatype datatype);
// Returns the address from which the displacements of a buffer's datatype count. For MPI_BOTTOM, whose value in SMPI is
// not 0, this is the null address: displacements are absolute addresses.
inline const void* beginning_of(const void* buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
// Returns nothing unless `asserts` is a combination of those MPI_MODE_... that are in `allowed`.
std::optional<Assert> asserts_of(int asserts, Assert allowed);

}  // namespace rmasim::sim
