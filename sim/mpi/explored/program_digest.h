// The digest of the memory of a running program. Two states of a rank's program have the same digest if the program has
// the same contents in its variables, its stack, its heap and its output.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/explored/program_output.h"
#include "sim/mpi/process/host.h"

#include <cstdint>

namespace rmasim::sim {

// Returns a digest of everything that a rank's program has in its memory. The rank must have run, and must not run now.
std::uint64_t digest_of_program(hosting::Host& host, const ProgramOutput& output, Rank rank);

}  // namespace rmasim::sim
