// A text for the deadlock report: the event that a waiting call waits for.
#pragma once

#include "protocol/oldqueue/engine_state.h"

#include <string>

namespace rmasim::oldqueue {

// Implements Process::describe.
std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::oldqueue
