// Operation calls (CH3-OP-1 to CH3-OP-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> rma_op(EngineState& engine, Operation operation);

}  // namespace rmasim::ch3
