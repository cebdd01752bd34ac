// Completing the requests of r-forms (CH3-OP-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> request_wait(EngineState& engine, RequestId id);
bool request_test(EngineState& engine, RequestId id);

}  // namespace rmasim::ch3
