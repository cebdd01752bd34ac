// Copies of the program's file. SMPI loads a copy for each rank, so each rank has its own global variables. This file
// changes the copies before they are loaded: they then use the MPI functions of this process instead of those in
// SimGrid's library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// Returns why a file is no program for SMPI, as in "found an executable that does not use MPI". Empty if it is one.
std::string not_of_smpi(const std::string& file);

// Returns the libraries that a program or a library needs directly.
std::vector<std::string> needed_by(const std::string& file);
bool needs_simgrid(const std::string& file);
// True if the file has, or refers to, a dynamic symbol of this name.
bool has_symbol(const std::string& file, std::string_view name);
// Records that a library is loaded. Programs then do not load it again.
void note_loaded_library(const std::string& name);

// True if the program may have global or static variables that it modifies. Each rank then needs its own copy.
bool has_variables(const std::string& file);
// Makes all ranks share one loaded copy of the program. `folder` receives the changed file temporarily.
void share_program(const std::string& file, const std::string& folder);

// If `file` is the shared program, writes its changed copy and returns the copy's name. Otherwise returns an empty
// string.
std::string copy_of_shared_program(std::string_view file);

// Copies the file `from` to `to` without its dependence on SimGrid's library, so that symbols are found in this process
// first. (The library stays loaded.)
void detach_from_simgrid(const std::string& from, const std::string& to);

}  // namespace rmasim::sim
