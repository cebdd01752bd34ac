// Diagnoses the faults of the implementation that make calls hang, by the state of the process (CH3-HANG-1 to
// CH3-HANG-14).
#pragma once

#include "protocol/ch3/engine_state.h"

#include <string>

namespace rmasim::ch3 {

// Returns why the wait never ends, with the number of the cause. Empty if none of the faults is the reason. Valid only
// when nothing can happen any more. If the reason has no call, the result describes a fault of the lock of its window,
// at any time of the run.
std::string fault_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch3
