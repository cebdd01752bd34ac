// Opening and closing the access epoch of a window: the rules that several modes share.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Sets the window to `state`. Raises ErroneousProgram if another access epoch is open. Another mode may follow a fence
// without NOSUCCEED, provided that nothing was posted since (NR-FENCE-11).
void open_epoch(EngineState& engine, Call call, Window& window, WindowState state);

// After each UNLOCK: the last one of the process closes the epoch (NR-UNLOCK-5).
void close_passive_epoch(EngineState& engine, Window& window);

// MPI_WIN_FREE: raises ErroneousProgram if an epoch is open on the window (NR-WIN-3).
void require_closed(const Window& window);

}  // namespace rmasim::newrma
