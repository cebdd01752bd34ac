// SMPI gives each rank a copy of the program's file, and loads it, so that each has its own global variables. Here the
// copies are changed before: they find MPI's functions in this process instead of in SimGrid's library.
#pragma once

#include <string>

namespace rmasim::sim {

// Why a file is no program of SMPI's: "found an executable that does not use MPI"; empty if it is one.
std::string not_of_smpi(const std::string& file);

// Of a copy of the program: SimGrid's library is no longer looked at first. (It is still in the process.) Returns false
// if the file does not have it.
bool detach_from_simgrid(const std::string& file);

}  // namespace rmasim::sim
