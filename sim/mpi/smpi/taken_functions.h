// The replacements for library functions under SMPI: those of threads, and those of time, memory and thread-local
// variables.
#pragma once

#include "sim/mpi/threads/program_functions.h"

namespace rmasim::sim {

std::vector<TakenFunction> time_functions();
std::vector<TakenFunction> thread_variable_functions();

// Returns the functions that are replaced in programs with threads.
const Functions& replaced_functions();
// Makes the C++ library call the simulator's functions of threads, locks, time and futexes instead of the system's.
// Must be called before the program is loaded.
void take_functions_of_cpp();
// Enables `take_functions` for the program's files.
void take_functions_of_programs();
// Replaces the functions in a file of the program and in all files that were loaded with it.
void take_functions(void* handle);

}  // namespace rmasim::sim
