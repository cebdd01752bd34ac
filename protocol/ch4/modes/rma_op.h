// Operation calls (CH4-OP-1 to CH4-OP-6).
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Never waits.
Task<> rma_op(EngineState& engine, Operation operation);

}  // namespace rmasim::ch4
