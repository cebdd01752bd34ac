// The entry of the module that contains SimGrid: the module's file, installed in the program's directory, and its only
// function.
#pragma once

#include "sim/machine/platform/simgrid.h"

// Does what make_simgrid does, but returns an owning raw pointer, since a function with C linkage cannot return a
// unique_ptr.
extern "C" rmasim::sim::Simgrid* rmasim_make_simgrid(const rmasim::sim::Machine& machine);

namespace rmasim::sim {

inline constexpr const char* simgrid_module = "librmasim_simgrid.so";
inline constexpr const char* simgrid_entry = "rmasim_make_simgrid";

}  // namespace rmasim::sim
