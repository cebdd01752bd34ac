// What a waiting call waits for, as text.
#pragma once

#include "protocol/synccount/engine_state.h"

#include <string>

namespace rmasim::synccount {

// See Process::describe.
std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::synccount
