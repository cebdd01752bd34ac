// Text that says what a waiting call needs, and from which ranks.
#pragma once

#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

std::string describe(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
