// Reduces the size of a pool while a program runs.
#pragma once

#include "sim/machine/faults/lost_things.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/fault_settings.h"

namespace rmasim::sim {

// Reduces the size of the pool. Free elements are removed at once. Elements in use are removed when they are returned
// to the pool. Returns a record for the report. `when` is a text for the report, for example "in its 5th call".
ShrunkPool shrink_pool(const Family& family, Process& process, const PoolShrink& shrink, std::string when);

}  // namespace rmasim::sim
