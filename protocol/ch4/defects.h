// Diagnoses the defects of the library that make calls hang or that break MPI's rules, by the state of the process
// (DEVIATIONS.md).
#pragma once

#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

// Returns the defect because of which the wait never ends, with the defect's number. Empty if no defect is found. Valid
// only when no further event can occur.
//
// If `reason` has no call, there are two cases. Without a target, the result is a defect that has taken effect on the
// window, and is valid at any time of the run. With a target, the target waits for a lock that this process holds, and
// the result is the defect because of which the lock is not released.
std::string defect_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
