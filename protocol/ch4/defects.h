// Diagnoses the defects of the library that make calls hang or that break MPI's rules, by the state of the process
// (DEVIATIONS.md).
#pragma once

#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

// Returns why the wait never ends, with the number of the defect. Empty if none of the defects is the reason. Valid
// only when nothing can happen any more. If the reason has no call, the result describes a defect that has taken effect
// on the reason's window, at any time of the run. If it has no call but a target, the target waits for a lock that this
// process holds, and the result says why the lock is not released.
std::string defect_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
