// WIN_CREATE and WIN_FREE (CH3-WIN-1, CH3-WIN-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

Task<> win_create(EngineState& engine, Window& window);
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
