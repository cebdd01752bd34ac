// `rmasim cc`, `rmasim c++` and `rmasim fc`: compile and link programs for our own host (sim/mpi/process). A program is
// linked to a library with the names of the functions of MPI that the host has, so a function that it lacks is an error
// of the linker.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// The beginning of the name of the library that programs of the host need.
inline constexpr const char* library_of_host = "libmpi_abi.so";

// The name of the note in programs that `rmasim cc` has linked (sim/mpi/process/interpreter.s).
inline constexpr const char* name_of_note = "rmasim-host";

// Runs the compiler (such as `gcc` or `gfortran`) with the user's arguments and returns its exit code. Prints the
// command instead if the arguments ask for it, as the wrappers of MPICH (`-show`, `-compile_info`, `-link_info`) and of
// Open MPI (`-showme`) do.
int compile_for_host(const std::string& compiler, const std::vector<std::string>& arguments);

// Returns the options of `rmasim fc --smpi` by which its object files are not linked for our own host.
std::vector<std::string> options_of_smpi_objects();

// True for an option with which a compiler makes no program and no library.
bool prevents_linking(std::string_view argument);

// True if the file is a program for our own host: `rmasim cc` has linked it, or it needs the library.
bool needs_host(const std::string& program);

}  // namespace rmasim::sim
