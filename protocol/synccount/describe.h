// A text for the deadlock report: the event that a waiting call waits for.
#pragma once

#include "protocol/synccount/engine_state.h"

#include <string>

namespace rmasim::synccount {

// Implements Process::describe.
std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::synccount
