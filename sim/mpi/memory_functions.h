// Functions by which programs with threads free memory. The memory may be allocated to another thread afterwards.
#pragma once

#include "sim/mpi/program_functions.h"

namespace rmasim::sim {

// Returns the replacements for functions of the program that free memory.
std::vector<TakenFunction> memory_functions();

// Records that memory from malloc is about to be freed by the rank's program or one of its threads.
void memory_given_back(void* memory);

}  // namespace rmasim::sim
