// The performance optimisations (design, "Performance optimizations"): which operations are deferred to the user's next
// call, and which flags are piggybacked on them. Decisions only; progress.h sends.
#pragma once

#include "protocol/newrma/engine_state.h"
#include "protocol/newrma/routines/sending.h"

namespace rmasim::newrma {

// A basic datatype and a small size (NR-OPT-1), that need no announcement (NR-SEND-6).
template <class AnyOperation>
bool is_short(const EngineState& engine, const AnyOperation& operation) {
    return operation.region.basic() && operation.region.bytes() <= engine.config.single_op_threshold_bytes &&
           !needs_announcement(engine, operation);
}
// The only operation since LOCK may carry LOCK and the closing flag (NR-OPT-1, NR-FLUSH-2).
bool may_carry_lock(const EngineState& engine, const TargetElement& target);
// Operations queued for `target` are deferred until the closing call (NR-OPT-3).
bool is_deferred(const EngineState& engine, const TargetElement& target);

// Requires that everything queued for `target` is issued and, if `flag` is more than FLUSH_LOCAL, acknowledged. Raises
// the sync flag, never lowers it. False if there is nothing to send, to prove or to unlock (NR-FLUSH-4).
bool raise_sync(EngineState& engine, TargetElement& target, SyncFlag flag);
// The same for every target of the window.
void raise_sync_all(EngineState& engine, Window& window, SyncFlag flag);

// The flag that closes the list of `target`, according to its sync flag.
PacketFlag closing_flag(const TargetElement& target);
// The part of it that is piggybacked on the next operation.
PacketFlag piggybacked_flags(const EngineState& engine, const TargetElement& target, bool may_piggyback);

}  // namespace rmasim::newrma
