// The end of an epoch at its origin: the proof that operations are done, and what its calls wait for: after one of
// these, co_await engine.waits.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// What is held back leaves, and RMA_DONE with it or behind it: all operations to the target will be acknowledged. Where
// only GETs were made, their responses prove enough.
void ask_for_proof(EngineState& engine, Window& window, Target& target, Why why = Why::usual);

// Everything that `call` closes is complete at this process, and answered where it asked for that.
inline void until_all_complete(EngineState& engine, Window& window, Call call, Awaited awaited) {
    engine.waits.until({call, window.id, awaited, no_rank},
                       [&window] { return window.incomplete + window.acks_due == 0; });
}

// UNLOCK: the operations to `rank` are complete at this process; on unordered transports they are answered, too.
inline void until_complete_at(EngineState& engine, Window& window, Rank rank) {
    engine.waits.until({Call::unlock, window.id, Awaited::operations, rank}, [&engine, &window, rank] {
        const Target& target = *window.targets.find(rank);
        return target.incomplete == 0 && (engine.ordered || target.acks_due == 0);
    });
}

// UNLOCK: `rank` has answered everything.
inline void until_acknowledged_by(EngineState& engine, Window& window, Rank rank) {
    engine.waits.until({Call::unlock, window.id, Awaited::acknowledgements, rank},
                       [&window, rank] { return window.targets.find(rank)->acks_due == 0; });
}

}  // namespace rmasim::oldqueue
