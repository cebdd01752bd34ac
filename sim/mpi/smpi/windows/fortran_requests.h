// The integers by which Fortran programs identify requests of RMA operations. SMPI assigns integers to its own
// requests. The integers of operations are at most -1000, so the two ranges do not overlap.
#pragma once

#include <mpi.h>

namespace rmasim::sim {

inline constexpr MPI_Fint null_request = -1;  // MPI_REQUEST_NULL
constexpr bool is_of_operation(MPI_Fint number) { return number <= -1000; }

// Returns the integer of an operation's request. The integer stays the same until `forget_number_of`.
MPI_Fint number_of_operation(MPI_Request request);
MPI_Request operation_numbered(MPI_Fint number);
// Frees the integer of a request that is complete. Does nothing if the request has no integer.
void forget_number_of(MPI_Request request);

}  // namespace rmasim::sim
