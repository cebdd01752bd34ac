// TEST and WAIT of a request of operations look for its completion (SC-OPS-2, SC-OPS-3).
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Notes what is not complete now, sends what is held, asks for answers. If nothing is missing, signals.
void seek(EngineState& engine, SyncRequest& request, RequestId id);
// The call ends without it: the next one notes anew.
void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id);
// Operation number `number` to `target` is complete: requests that wait for it may be.
void note_complete(EngineState& engine, Window& window, Target& target, const Target::Open& done);
// Forgets the target if nothing is left to know.
void tidy(Window& window, Rank target);

}  // namespace rmasim::synccount
