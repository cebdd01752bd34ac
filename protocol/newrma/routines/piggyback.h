// The performance optimisations (design, "Performance optimizations"): decides which operations are deferred until the
// user's next call, and which flags are piggybacked on them. progress.h sends the packets.
#pragma once

#include "protocol/newrma/engine_state.h"
#include "protocol/newrma/routines/sending.h"

namespace rmasim::newrma {

// True if the operation is short: it has a basic datatype, a small size (NR-OPT-1) and no announcement (NR-SEND-6).
template <class AnyOperation>
bool is_short(const EngineState& engine, const AnyOperation& operation) {
    return operation.region.basic() && operation.region.bytes() <= engine.config.single_op_threshold_bytes &&
           !needs_announcement(engine, operation);
}
// True if the only operation since LOCK may carry LOCK and the closing flag (NR-OPT-1, NR-FLUSH-2).
bool may_carry_lock(const EngineState& engine, const TargetElement& target);
// True if operations queued for `target` are deferred until the closing call (NR-OPT-3).
bool is_deferred(const EngineState& engine, const TargetElement& target);

// Requires that all operations queued for `target` are issued and, if `flag` is more than FLUSH_LOCAL, acknowledged:
// raises the target's sync flag to at least `flag`. Returns false, without effect, if no operation must be issued or
// acknowledged and no UNLOCK is due (NR-FLUSH-4).
bool raise_sync(EngineState& engine, TargetElement& target, SyncFlag flag);
// Calls raise_sync for every target of the window.
void raise_sync_all(EngineState& engine, Window& window, SyncFlag flag);

// Returns the flags that the sync flag of `target` requires on or after the last queued operation.
PacketFlag closing_flag(const TargetElement& target);
// Returns the flags that are piggybacked on the next operation. `may_piggyback` is true if the last operation may carry
// the closing flag.
PacketFlag piggybacked_flags(const EngineState& engine, const TargetElement& target, bool may_piggyback);

}  // namespace rmasim::newrma
