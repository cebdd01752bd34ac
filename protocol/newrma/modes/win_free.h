// WIN_CREATE and WIN_FREE: a window begins and ends by a call of all its processes (parts/window_life.h).
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> win_create(EngineState& engine, Window& window);
// Raises ErroneousProgram if an epoch is open on the window.
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
