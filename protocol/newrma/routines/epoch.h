// Opening and closing the access epoch of a window: the rules that several modes share.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Opens an access epoch: sets the window to `state`. Throws ErroneousProgram if another access epoch is open. Another
// mode may follow a fence without NOSUCCEED if this process has called no operation since that fence (NR-FENCE-11).
void open_epoch(EngineState& engine, Call call, Window& window, WindowState state);

// Closes the window's passive-target epoch if no target is locked. UNLOCK calls this function at its end (NR-UNLOCK-5).
void close_passive_epoch(EngineState& engine, Window& window);

// Checks the rule of MPI_WIN_FREE: throws ErroneousProgram if an epoch is open on the window (NR-WIN-3).
void require_closed(const Window& window);

}  // namespace rmasim::newrma
