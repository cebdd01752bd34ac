// The defects of the library that calls hang in, or that break MPI's rules, by their state (DEVIATIONS.md).
#pragma once

#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

// Why the wait never ends, with the number of the defect; empty if none of them is behind it. Only where nothing can
// happen any more. Without a call: what has gone wrong on the reason's window at any time; with a target, which
// waits for a lock that this process holds, why it is not released.
std::string defect_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
