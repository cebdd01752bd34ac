// Reductions: the predefined operations on basic types (MPI 4.1, 6.9.2 to 6.9.4), and the program's operations.
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/objects/operations.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::mpi {

// Combines `count` adjacent values: inout[i] = in[i] op inout[i]. Values need no alignment.
using Kernel = void (*)(const std::byte* in, std::byte* inout, std::int64_t count);

// Returns the kernel of a predefined operation and a basic type; nullptr if the operation is not defined for the type.
// MPI_CHAR counts as a signed integer, which MPI does not define (is_text_as_number).
Kernel find_kernel(MPI_Op op, const BasicType& basic);

// True for MPI_CHAR with an operation on numbers. Programs use that, although MPI 4.1, 6.9.2, excludes it.
bool is_text_as_number(MPI_Op op, const BasicType& basic);

// Returns the predefined datatype that a datatype is or duplicates, or that MPI_TYPE_CREATE_F90_* returns; nullptr for
// another derived datatype.
const BasicType* as_predefined(const Datatype& type);

// Combines `count` elements of a datatype whose basic types are all the same one. Throws MPI_ERR_OP if the operation is
// not defined for it. MPI_REPLACE copies, MPI_NO_OP changes nothing.
void reduce(MPI_Op op, const void* in, void* inout, std::int64_t count, const Datatype& type);

// Calls the program's operation. One with a count of int is called several times for more elements.
void call_operation(const Operation& operation, const void* in, void* inout, std::int64_t count, const Datatype& type,
                    MPI_Datatype handle);

}  // namespace rmasim::mpi
