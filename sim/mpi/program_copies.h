// SMPI gives each rank a copy of the program's file, and loads it, so that each has its own global variables. Here the
// copies are changed before: they find MPI's functions in this process instead of in SimGrid's library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// Why a file is no program of SMPI's: "found an executable that does not use MPI"; empty if it is one.
std::string not_of_smpi(const std::string& file);

// The names of libraries that a program or a library needs itself.
std::vector<std::string> needed_by(const std::string& file);
bool needs_simgrid(const std::string& file);
// It refers to this symbol.
bool has_symbol(const std::string& file, std::string_view name);
// A library with this name is loaded already: programs need not look for it.
void note_loaded_library(const std::string& name);

// Whether the program has global or static variables that change: then each rank needs a copy.
bool has_variables(const std::string& file);
// SMPI is to load the program once, for all ranks. `folder`: for a while.
void share_program(const std::string& file, const std::string& folder);

// If `file` is that program, its changed copy; else empty.
std::string copy_of_shared_program(std::string_view file);

// Writes the file `from` to `to` so that SimGrid's library is no longer looked at first. (It is still in the process.)
void detach_from_simgrid(const std::string& from, const std::string& to);

}  // namespace rmasim::sim
