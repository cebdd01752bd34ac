// WIN_CREATE and WIN_FREE: collective calls that create and free a window (parts/window_life.h).
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> win_create(EngineState& engine, Window& window);
// Throws ErroneousProgram if an epoch is open on the window.
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
