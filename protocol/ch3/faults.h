// The faults of the implementation that calls hang in, by their state (CH3-HANG-1 to CH3-HANG-14).
#pragma once

#include "protocol/ch3/engine_state.h"

#include <string>

namespace rmasim::ch3 {

// Why the wait never ends, with the number of the cause; empty if none of the faults is behind it. Only where nothing
// can happen any more. Without a call: what happened to the lock of the reason's window at any time.
std::string fault_behind(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch3
