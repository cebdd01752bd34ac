// Text for the deadlock report: what a waiting call needs, and from which rank.
#pragma once

#include "protocol/newrma/engine_state.h"

#include <string>

namespace rmasim::newrma {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
