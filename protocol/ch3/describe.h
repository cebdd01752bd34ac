// Text that says what a waiting call needs, and from which ranks.
#pragma once

#include "protocol/ch3/engine_state.h"

#include <string>

namespace rmasim::ch3 {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch3
