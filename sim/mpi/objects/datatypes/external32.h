// The representation external32: big-endian numbers of fixed sizes (MPI 4.1, 14.5.2). Each function throws
// MPI_ERR_CONVERSION if a number has no representation on the other side.
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::mpi {

// Returns the bytes of `count` elements. Throws MPI_ERR_VALUE_TOO_LARGE if they do not fit into 64 bits.
std::int64_t external_size(const Datatype& type, std::int64_t count);
// Writes `count` elements at `buffer` to `external`, which has room for external_size bytes.
void write_external(const void* buffer, std::int64_t count, const Datatype& type, std::byte* external);
// Reads them.
void read_external(const std::byte* external, std::int64_t count, const Datatype& type, void* buffer);

}  // namespace rmasim::mpi
