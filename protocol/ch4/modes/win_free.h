// WIN_CREATE and WIN_FREE (CH4-WIN-1, CH4-WIN-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

Task<> win_create(EngineState& engine, Window& window);
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::ch4
