// Text for the deadlock report: the event that a waiting call needs, and the rank that must cause the event.
#pragma once

#include "protocol/newrma/engine_state.h"

#include <string>

namespace rmasim::newrma {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
