// The functions by which `rmasim` uses its modules. A module defines them with C linkage, so that `rmasim` finds them
// by name.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/timed/run_checkers.h"

#include <memory>
#include <span>

namespace rmasim::sim {

// Returns all families, the default one first. The address of the default family is that of the program's.
extern "C" std::span<const Family* const>* rmasim_all_families();
inline constexpr const char* families_entry = "rmasim_all_families";

// Does the same as add_checkers (sim/timed/run_checkers.h).
extern "C" Watcher* rmasim_add_checkers(const CheckedRun& run, const RunListeners& listeners, RunCheckers& checkers);
inline constexpr const char* checkers_entry = "rmasim_add_checkers";

}  // namespace rmasim::sim
