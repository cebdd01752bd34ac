// Overlap of a type map with itself: an error for the target of an operation or a receive buffer (MPI 4.1, 3.2.2,
// 5.1.11 and 12.3).
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstdint>

namespace rmasim::mpi {

// True if two entries of `count` elements of a datatype share a byte. The answer is exact, unless a shape of more than
// max_listed_runs runs is no lattice of loops; the function returns false for such a shape.
bool overlaps(const Datatype& type, std::int64_t count);

constexpr std::int64_t max_listed_runs = std::int64_t{1} << 22;

}  // namespace rmasim::mpi
