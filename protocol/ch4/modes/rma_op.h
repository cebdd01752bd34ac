// Operation calls (CH4-OP-1 to CH4-OP-6, CH4-NATIVE-1 to CH4-NATIVE-9).
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Executes an operation call. Only an accumulate may have to wait, on a window for which the network executes some
// accumulates (CH4-NATIVE-8).
Task<> rma_op(EngineState& engine, Operation operation);

}  // namespace rmasim::ch4
