// The interface of the module that contains SimGrid: the name of the module's file, and the module's only function. The
// file is installed in the directory of the executable.
#pragma once

#include "sim/machine/platform/simgrid.h"

// Implements make_simgrid. Returns an owning raw pointer, since a function with C linkage cannot return a unique_ptr.
extern "C" rmasim::sim::Simgrid* rmasim_make_simgrid(const rmasim::sim::Machine& machine);

namespace rmasim::sim {

inline constexpr const char* simgrid_module = "librmasim_simgrid.so";
inline constexpr const char* simgrid_entry = "rmasim_make_simgrid";

}  // namespace rmasim::sim
