// Diagnoses the faults of the implementation that make calls hang, by the state of the process (CH3-HANG-1 to
// CH3-HANG-14).
#pragma once

#include "protocol/ch3/engine_state.h"

#include <string>

namespace rmasim::ch3 {

// True if the waiting call is a call of an operation that waits because too many responses are missing (CH3-PROG-6).
bool awaits_responses(const WaitReason& reason);
// Returns the fault because of which the wait never ends, with the number of its clause CH3-HANG. Empty if no fault is
// found. Valid only when no further event can occur. If `reason` has no call, the result describes a fault of the lock
// of the window, and is valid at any time of the run.
std::string fault_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch3
