// Packing and unpacking of typed data: the bytes of a type map in its order, without gaps (MPI 4.1, 5.2).
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::mpi {

// Copies the bytes [from, to) of the data of `count` elements at `buffer` to `packed`.
void pack(const void* buffer, std::int64_t count, const Datatype& type, std::int64_t from, std::int64_t to,
          std::byte* packed);
// Copies bytes in the other direction.
void unpack(const std::byte* packed, std::int64_t count, const Datatype& type, std::int64_t from, std::int64_t to,
            void* buffer);

}  // namespace rmasim::mpi
