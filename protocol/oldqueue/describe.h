// What a waiting call waits for, as text.
#pragma once

#include "protocol/oldqueue/engine_state.h"

#include <string>

namespace rmasim::oldqueue {

// See Process::describe.
std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::oldqueue
