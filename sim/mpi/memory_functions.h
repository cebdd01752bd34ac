// Functions of programs with threads that give memory back: others may get it.
#pragma once

#include "sim/mpi/program_functions.h"

namespace rmasim::sim {

// The functions of a program's files that give memory back.
std::vector<TakenFunction> memory_functions();

// What the rank's program, or a thread of it, had from malloc is about to be freed.
void memory_given_back(void* memory);

}  // namespace rmasim::sim
