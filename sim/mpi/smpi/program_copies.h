// Copies of the MPI program's executable file. SMPI loads a copy for each rank, so each rank has its own global
// variables. The functions of this header change the copies before SMPI loads them. The changed copies use the MPI
// functions of the simulator instead of the MPI functions in SimGrid's library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// Returns the reason why SMPI cannot run a file, as in "found an executable that does not use MPI". Returns an empty
// string if SMPI can run the file.
std::string not_of_smpi(const std::string& file);

// Returns the libraries that a program or a library needs directly.
std::vector<std::string> needed_by(const std::string& file);
bool needs_simgrid(const std::string& file);
// Records that a library is loaded. The copies of the program then do not load this library again.
void note_loaded_library(const std::string& name);

// True if the program may have global or static variables that it modifies. Each rank then needs its own copy of the
// program.
bool has_variables(const std::string& file);
// Makes all ranks share one loaded copy of the program. `folder` is the folder in which the changed copy is written
// temporarily.
void share_program(const std::string& file, const std::string& folder);

// If `file` is the program that was passed to `share_program`, writes the changed copy of this program and returns the
// copy's name. Otherwise returns an empty string.
std::string copy_of_shared_program(std::string_view file);

// Copies the file `from` to `to` without its dependence on SimGrid's library. The loader then finds the symbols of the
// copy in the simulator first. (SimGrid's library itself stays loaded.)
void detach_from_simgrid(const std::string& from, const std::string& to);

}  // namespace rmasim::sim
