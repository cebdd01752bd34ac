// The end of an epoch at its origin: requests acknowledgements of operations, and sets the conditions that calls wait
// for. After a function `until_...`, the caller must co_await engine.waits.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Requests acknowledgement of all operations to the target: sends the held operation with RMA_DONE, or RMA_DONE alone.
// Sends no RMA_DONE if there were only GETs, because their responses are acknowledgements.
void ask_for_proof(EngineState& engine, Window& window, Target& target, Why why = Why::usual);

// Waits until all operations on the window are complete at this process, and all requested acknowledgements have
// arrived. `call` is the call that closes the epoch.
inline void until_all_complete(EngineState& engine, Window& window, Call call, Awaited awaited) {
    engine.waits.until({call, window.id, awaited, no_rank},
                       [&window] { return window.incomplete + window.acks_due == 0; });
}

// Used by UNLOCK: waits until the operations to `rank` are complete at this process. On unordered transports, also
// waits until `rank` has acknowledged the operations.
inline void until_complete_at(EngineState& engine, Window& window, Rank rank) {
    engine.waits.until({Call::unlock, window.id, Awaited::operations, rank}, [&engine, &window, rank] {
        const Target& target = *window.targets.find(rank);
        return target.incomplete == 0 && (engine.ordered || target.acks_due == 0);
    });
}

// Used by UNLOCK: waits until all requested acknowledgements of `rank` have arrived.
inline void until_acknowledged_by(EngineState& engine, Window& window, Rank rank) {
    engine.waits.until({Call::unlock, window.id, Awaited::acknowledgements, rank},
                       [&window, rank] { return window.targets.find(rank)->acks_due == 0; });
}

}  // namespace rmasim::oldqueue
