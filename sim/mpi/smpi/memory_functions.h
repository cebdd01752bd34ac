// Replacements for the functions by which programs with threads free memory. Another thread may then allocate the same
// memory, so the checks of memory accesses need a record of each release.
#pragma once

#include "sim/mpi/threads/program_functions.h"

namespace rmasim::sim {

// Returns the replacements for the functions that free memory.
std::vector<TakenFunction> memory_functions();

// Records that memory from malloc is about to be freed by the rank's program or one of its threads.
void memory_given_back(void* memory);

}  // namespace rmasim::sim
