// Functions that convert MPI's arguments to the core's types. A function returns nullopt if its argument is not
// allowed.
#pragma once

#include "protocol/base/call_request.h"

#include <mpi.h>

#include <optional>

namespace rmasim::sim {

// Returns the core's operator for `op`, or nullopt if the core has no such operator.
std::optional<ReduceOp> reduce_op_of(MPI_Op op);
// True if MPI defines the operator for the datatype.
bool works_on(ReduceOp op, Datatype datatype);
// Returns the address that the displacements of a buffer's datatype are relative to. For MPI_BOTTOM this is the null
// address, since displacements are then absolute addresses. (In SMPI, the value of MPI_BOTTOM is not 0.)
inline const void* beginning_of(const void* buffer) { return buffer == MPI_BOTTOM ? nullptr : buffer; }
// Returns the core's assertions for a combination of MPI_MODE_... constants. Returns nullopt if the combination has an
// assertion that is not in `allowed`.
std::optional<Assert> asserts_of(int asserts, Assert allowed);

}  // namespace rmasim::sim
