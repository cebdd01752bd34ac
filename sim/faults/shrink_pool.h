// A pool that gives up elements while a program runs.
#pragma once

#include "sim/diagnosis/lost_things.h"
#include "sim/families/family.h"
#include "sim/input/model/fault_settings.h"

namespace rmasim::sim {

// Free elements go at once, others as they come back. Returns what a report says of it; `when`: "in its 5th call".
ShrunkPool shrink_pool(const Family& family, Process& process, const PoolShrink& shrink, std::string when);

}  // namespace rmasim::sim
