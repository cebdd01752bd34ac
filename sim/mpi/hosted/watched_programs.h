// Programs of `rmasim cc --watch` in our own host.
#pragma once

#include "sim/mpi/process/program_loader.h"
#include "sim/programs/live_programs.h"

#include <vector>

namespace rmasim::sim {

// Returns true if one of the program's own files reports its loads and stores. Then reserves the marks of the program's
// memory, and raises std::runtime_error if it cannot. Must be called before any code of the program runs.
bool reserve_marks_of(const hosting::LoadedProgram& program);
// Returns the addresses of variables, at which each rank has its own while it runs.
std::vector<ByteRun> exchanged_variables(const hosting::LoadedProgram& program);
// From now on, records the memory that ranks with threads free (ProgramWorld::memory_given_back). No rank may have run.
void record_freed_memory(const hosting::LoadedProgram& program);

}  // namespace rmasim::sim
