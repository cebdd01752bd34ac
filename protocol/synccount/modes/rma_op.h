// PUT, GET and ACCUMULATE, which need no epoch (SC-AIM-3).
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

void rma_op(EngineState& engine, Window& window, Call call, const Operation& operation);
// Raises ErroneousProgram, which names `call`, if the caller or `target` does not have the window. If `target` is
// no_rank, checks only the caller.
void require_members(const EngineState& engine, const Window& window, Call call, Rank target);

}  // namespace rmasim::synccount
