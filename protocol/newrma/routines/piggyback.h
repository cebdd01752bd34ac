// The performance optimisations (design, "Performance optimizations"): which operations are deferred to the user's next
// call, and which flags are piggybacked on them. Decisions only; progress.h sends.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// A basic datatype and a small size (NR-OPT-1).
bool is_short(const EngineState& engine, const Operation& operation);
// The only operation since LOCK may carry LOCK and whatever closes it (NR-OPT-1, NR-FLUSH-2).
bool may_carry_lock(const EngineState& engine, const TargetElement& target);
// What is queued for `target` waits for the call that closes it (NR-OPT-3).
bool is_deferred(const EngineState& engine, const TargetElement& target);

// Asks that everything queued for `target` goes out and, beyond FLUSH_LOCAL, is acknowledged. Raises, never lowers.
// False when there is nothing to send, nothing to prove and nothing to unlock: then nothing is asked (NR-FLUSH-4).
bool raise_sync(EngineState& engine, TargetElement& target, SyncFlag flag);

// What closes the list of `target`, as its sync flag asks.
PacketFlag closing_flag(const TargetElement& target);
// The part of it that the next operation to be issued carries.
PacketFlag piggybacked_flags(const EngineState& engine, const TargetElement& target, bool may_piggyback);

}  // namespace rmasim::newrma
