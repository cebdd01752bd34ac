// What a waiting call needs and from whom, in words, for the deadlock report.
#pragma once

#include "protocol/newrma/engine_state.h"

#include <string>

namespace rmasim::newrma {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
