// The performance optimisations (design, "Performance optimizations"): which operations are held back for the user's
// next call, and which flags ride on them.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

// A basic datatype and a small size (NR-OPT-1).
bool Engine::is_short(const Operation& operation) const {
    return operation.bytes() <= config_.single_op_threshold_bytes;
}

// The only operation since LOCK may carry LOCK and whatever closes it (NR-OPT-1, NR-FLUSH-2).
bool Engine::may_ride_alone(const TargetElement& target) const {
    return config_.optimizations.single_op && target.pending == 1 && target.ops == target.next_to_issue &&
           is_short(target.ops->operation);
}

// Few queued operations wait for the closing call, so that its RMA_DONE or UNLOCK can ride on the last (NR-OPT-3). Not
// while elements are short: only the user's next call would free what is held back (NR-OPT-9).
bool Engine::held_back(const TargetElement& target) const {
    return config_.optimizations.piggyback && shortage_ == 0 && !target.releasing &&
           target.sync_flag == SyncFlag::none && target.pending <= config_.piggyback_threshold;
}

// Asks that everything queued for `target` goes out and is acknowledged. Raises, never lowers. Nothing to prove and
// nothing to unlock: nothing is asked (NR-FLUSH-4).
void Engine::raise_sync(TargetElement& target, SyncFlag flag) {
    const bool unlock_due = flag == SyncFlag::unlock && !target.nocheck;
    if (!unlock_due && !target.unproven && target.pending == 0) return;
    if (flag > target.sync_flag) target.sync_flag = flag;
    if (config_.optimizations.piggyback) target.move_gets_to_tail();  // NR-OPT-4
}

PacketFlag Engine::closing_flag(const TargetElement& target) const {
    switch (target.sync_flag) {
        case SyncFlag::none: return PacketFlag::none;
        case SyncFlag::flush: return PacketFlag::rma_done;
        case SyncFlag::unlock: return target.nocheck ? PacketFlag::rma_done : PacketFlag::unlock;
    }
    return PacketFlag::none;
}

}  // namespace rmasim::newrma
