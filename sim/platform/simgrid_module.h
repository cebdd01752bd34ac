// The way into the module that has SimGrid in it: its file, which lies beside the program, and its one function.
#pragma once

#include "sim/platform/simgrid.h"

// As make_simgrid, but the caller owns what it returns: a function of C's name returns what C knows.
extern "C" rmasim::sim::Simgrid* rmasim_make_simgrid(const rmasim::sim::Machine& machine);

namespace rmasim::sim {

inline constexpr const char* simgrid_module = "librmasim_simgrid.so";
inline constexpr const char* simgrid_entry = "rmasim_make_simgrid";

}  // namespace rmasim::sim
