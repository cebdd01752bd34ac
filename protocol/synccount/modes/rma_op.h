// PUT, GET and ACCUMULATE: they need no epoch (SC-AIM-3).
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

void rma_op(EngineState& engine, Window& window, Call call, const Operation& operation);
// Raises ErroneousProgram, naming `call`, if the caller or `target` has not the window (any more). no_rank: no target.
void require_members(const EngineState& engine, const Window& window, Call call, Rank target);

}  // namespace rmasim::synccount
