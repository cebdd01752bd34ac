// How to enter the module that contains SimGrid: its file, which is installed beside the program, and its only
// function.
#pragma once

#include "sim/machine/platform/simgrid.h"

// Like make_simgrid, but returns an owning raw pointer, since a function with C linkage cannot return a unique_ptr.
extern "C" rmasim::sim::Simgrid* rmasim_make_simgrid(const rmasim::sim::Machine& machine);

namespace rmasim::sim {

inline constexpr const char* simgrid_module = "librmasim_simgrid.so";
inline constexpr const char* simgrid_entry = "rmasim_make_simgrid";

}  // namespace rmasim::sim
