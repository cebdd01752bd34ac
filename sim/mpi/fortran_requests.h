// Fortran has integers for requests. Those of SMPI are its own; those of operations are far below, so that nobody takes
// one for the other.
#pragma once

#include <mpi.h>

namespace rmasim::sim {

inline constexpr MPI_Fint null_request = -1;  // MPI_REQUEST_NULL
constexpr bool is_of_operation(MPI_Fint number) { return number <= -1000; }

// The number of a request of an operation; the same each time, until it is forgotten.
MPI_Fint number_of_operation(MPI_Request request);
MPI_Request operation_numbered(MPI_Fint number);
// It is complete. Nothing happens if it has no number.
void forget_number_of(MPI_Request request);

}  // namespace rmasim::sim
