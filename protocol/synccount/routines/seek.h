// The search of TEST and WAIT for completion of a request of operations (SC-OPS-2). The signal is sent only by the call
// that reports the request (SC-OPS-3): WAITANY may find many requests complete and reports one.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Begins the search: records the operations that are not complete now, and requests acknowledgements. An operation that
// is held back stays so if the signal can be piggybacked on it. If `reports` is true, the call returns only when it
// reports the request. The signal is then sent as soon as all recorded operations are complete.
void seek(EngineState& engine, SyncRequest& request, RequestId id, bool reports);
// True if a call searches for the request's completion and all recorded operations are complete.
bool is_satisfied(const SyncRequest& request);
// Completes a request of operations when a call reports the request. Marks the request's operations as covered: no
// later request waits for them. Sends the request's signal.
void cover_and_signal(EngineState& engine, SyncRequest& request, RequestId id);
// Ends the search without a report of the request. The next call begins a new search.
void stop_seeking(EngineState& engine, SyncRequest& request, RequestId id);
// Handles the completion of operation `done` to `target`: completes requests that wait for this operation.
void note_complete(EngineState& engine, Window& window, Target& target, const Target::Open& done);
// Removes the target from the list if it has no state left.
void tidy(Window& window, Rank target);

}  // namespace rmasim::synccount
