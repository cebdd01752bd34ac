// The search of TEST and WAIT for completion of a request of operations (SC-OPS-2). The signal is sent only by the call
// that reports the request (SC-OPS-3): WAITANY may find many requests complete and reports one.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Records the operations that are not complete now, and requests acknowledgements. A held operation stays held if the
// signal can be piggybacked on it. `reports`: the call returns only when it reports the request, so the request signals
// as soon as nothing is missing.
void seek(EngineState& engine, SyncRequest& request, RequestId id, bool reports);
// True if the call has searched, and no operation is missing.
bool is_satisfied(const SyncRequest& request);
// Reports the request: marks its operations as covered, and lowers its counter by one.
void cover_and_signal(EngineState& engine, SyncRequest& request, RequestId id);
// Ends the search without a report. The next call searches again.
void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id);
// Operation `done` to `target` is complete: completes requests that wait for it.
void note_complete(EngineState& engine, Window& window, Target& target, const Target::Open& done);
// Removes the target from the list if it has no state left.
void tidy(Window& window, Rank target);

}  // namespace rmasim::synccount
