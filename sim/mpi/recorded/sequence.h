// The data of a call as an arithmetic sequence of integers, if they are one.
#pragma once

#include "sim/mpi/program_memory.h"

#include <cstdint>
#include <utility>

namespace rmasim::sim {

// Returns the first element and the step; `unknown_number` twice if the data are no such sequence, or too long.
std::pair<std::int64_t, std::int64_t> sequence_in(const ProgramMemory& memory, Rank rank, const OriginBuffer& buffer,
                                                  Datatype datatype, std::uint64_t count);

}  // namespace rmasim::sim
