// A text for the deadlock report: the events that a waiting call needs, and the ranks that must cause them.
#pragma once

#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
