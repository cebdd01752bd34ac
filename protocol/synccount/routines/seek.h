// TEST and WAIT of a request of operations look for its completion (SC-OPS-2). What follows from it, the signal, is
// left to the call that reports the request (SC-OPS-3): WAITANY finds many complete and reports one.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Notes what is not complete now and asks for answers. What is held stays so if the signal can be piggybacked on it.
// `reports`: the call returns only when it reports the request, so it signals as soon as nothing is missing.
void seek(EngineState& engine, SyncRequest& request, RequestId id, bool reports);
// Nothing that the call looked for is missing.
bool is_met(const SyncRequest& request);
// The request is reported: its operations are covered, and its counter goes down by one.
void cover_and_signal(EngineState& engine, SyncRequest& request, RequestId id);
// The call ends without it: the next one notes anew.
void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id);
// Operation number `number` to `target` is complete: requests that wait for it may be.
void note_complete(EngineState& engine, Window& window, Target& target, const Target::Open& done);
// Forgets the target if nothing is left to know.
void tidy(Window& window, Rank target);

}  // namespace rmasim::synccount
