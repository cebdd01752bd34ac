// The constructors of derived datatypes (MPI 4.1, 5.1). Each function checks its arguments, throws an Error with the
// class of the standard, and returns a new datatype. Counts and displacements have 64 bits. `Form` is the form of the
// function that was called: the contents of a datatype differ (MPI 4.1, table 5.1).
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstdint>
#include <span>

namespace rmasim::mpi {

enum class Form { small, large };

using Numbers = std::span<const std::int64_t>;
using Integers = std::span<const int>;

TypeRef duplicate(const TypeRef& old);
TypeRef contiguous(std::int64_t count, const TypeRef& old, Form form);
// The stride is in extents of `old`.
TypeRef vector(std::int64_t count, std::int64_t length, std::int64_t stride, const TypeRef& old, Form form);
// The stride is in bytes.
TypeRef hvector(std::int64_t count, std::int64_t length, std::int64_t stride, const TypeRef& old, Form form);
TypeRef indexed(Numbers lengths, Numbers disps, const TypeRef& old, Form form);
TypeRef hindexed(Numbers lengths, Numbers disps, const TypeRef& old, Form form);
TypeRef indexed_block(std::int64_t length, Numbers disps, const TypeRef& old, Form form);
TypeRef hindexed_block(std::int64_t length, Numbers disps, const TypeRef& old, Form form);
TypeRef structure(Numbers lengths, Numbers disps, std::span<const TypeRef> types, Form form);
TypeRef resized(const TypeRef& old, std::int64_t lb, std::int64_t extent, Form form);
TypeRef subarray(Numbers sizes, Numbers subsizes, Numbers starts, int order, const TypeRef& old, Form form);

// The distribution of an array over a grid of processes; one entry of each list a dimension.
struct Distribution {
    int size = 0;  // of the grid
    int rank = 0;
    Integers kinds;
    Integers arguments;
    Integers grid;
};
TypeRef darray(const Distribution& distribution, Numbers sizes, int order, const TypeRef& old, Form form);

// The datatypes for Fortran's KIND numbers; MPI_UNDEFINED is no requirement. Throws if no kind has the precision or
// range.
TypeRef f90_real(int precision, int range);
TypeRef f90_complex(int precision, int range);
TypeRef f90_integer(int range);
// Returns the handle of the Fortran datatype with this class (MPI_TYPECLASS_REAL, ...) and size in bytes.
int match_size(int type_class, int bytes);

}  // namespace rmasim::mpi
