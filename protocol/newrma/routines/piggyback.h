// The performance optimisations (design, "Performance optimizations"): decides which operations are deferred until the
// user's next call, and which flags are piggybacked on them. progress.h sends the packets.
#pragma once

#include "protocol/newrma/engine_state.h"
#include "protocol/newrma/routines/sending.h"

namespace rmasim::newrma {

// True for a basic datatype and a small size (NR-OPT-1), without need of an announcement (NR-SEND-6).
template <class AnyOperation>
bool is_short(const EngineState& engine, const AnyOperation& operation) {
    return operation.region.basic() && operation.region.bytes() <= engine.config.single_op_threshold_bytes &&
           !needs_announcement(engine, operation);
}
// True if the only operation since LOCK may carry LOCK and the closing flag (NR-OPT-1, NR-FLUSH-2).
bool may_carry_lock(const EngineState& engine, const TargetElement& target);
// True if operations queued for `target` are deferred until the closing call (NR-OPT-3).
bool is_deferred(const EngineState& engine, const TargetElement& target);

// Requires that everything queued for `target` is issued and, if `flag` is more than FLUSH_LOCAL, acknowledged. Raises
// the sync flag, never lowers it. Returns false if there is nothing to send, to prove or to unlock (NR-FLUSH-4).
bool raise_sync(EngineState& engine, TargetElement& target, SyncFlag flag);
// Calls raise_sync for every target of the window.
void raise_sync_all(EngineState& engine, Window& window, SyncFlag flag);

// Returns the flag that closes the list of `target`, according to its sync flag.
PacketFlag closing_flag(const TargetElement& target);
// Returns the flags that are piggybacked on the next operation: the closing flag, or a part of it.
PacketFlag piggybacked_flags(const EngineState& engine, const TargetElement& target, bool may_piggyback);

}  // namespace rmasim::newrma
