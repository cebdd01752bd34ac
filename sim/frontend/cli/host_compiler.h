// `rmasim cc --host` and `rmasim c++ --host`: compile and link programs for our own host (sim/mpi/process). A program
// is linked to a library with the names of the functions of MPI that the host has, so a function that it lacks is an
// error of the linker.
#pragma once

#include <string>
#include <vector>

namespace rmasim::sim {

// The beginning of the name of the library that programs of the host need.
inline constexpr const char* library_of_host = "libmpi_abi.so";

// Runs the compiler (`gcc` or `g++`) with the user's arguments and returns its exit code.
int compile_for_host(const std::string& compiler, const std::vector<std::string>& arguments);

// True if the file is a program for our own host: it needs its library.
bool needs_host(const std::string& program);

}  // namespace rmasim::sim
