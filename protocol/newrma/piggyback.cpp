// The performance optimisations (design, "Performance optimizations"): which operations are held back for the user's
// next call, and which flags ride on them.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

// A basic datatype and a small size (NR-OPT-1).
bool Engine::is_short(const Operation& operation) const {
    return operation.region.basic() && operation.region.bytes() <= config_.single_op_threshold_bytes;
}

// The only operation since LOCK may carry LOCK and whatever closes it (NR-OPT-1, NR-FLUSH-2).
bool Engine::may_ride_alone(const TargetElement& target) const {
    return config_.optimizations.single_op && target.pending == 1 && target.ops == target.next_to_issue &&
           is_short(target.ops->operation);
}

// Few queued operations wait for the closing call, so that its RMA_DONE or UNLOCK can ride on the last (NR-OPT-3). Not
// while elements are short: only the user's next call would free what is held back (NR-OPT-9). Where every operation
// asks for its own acknowledgement there is nothing to wait for.
bool Engine::held_back(const TargetElement& target) const {
    return config_.optimizations.piggyback && ordered_ && shortage_ == 0 && !target.releasing &&
           target.sync_flag == SyncFlag::none && target.pending <= config_.piggyback_threshold;
}

// Asks that everything queued for `target` goes out and, beyond FLUSH_LOCAL, is acknowledged. Raises, never lowers.
// False when there is nothing to send, nothing to prove and nothing to unlock: then nothing is asked (NR-FLUSH-4).
bool Engine::raise_sync(TargetElement& target, SyncFlag flag) {
    const bool unlock_due = flag == SyncFlag::unlock && !target.nocheck;
    const bool proof_due = flag != SyncFlag::flush_local && target.unproven;
    if (!unlock_due && !proof_due && target.pending == 0) return false;
    if (flag > target.sync_flag) target.sync_flag = flag;
    if (config_.optimizations.piggyback && flag != SyncFlag::flush_local) {
        // MPI orders the accumulate family among itself, so only GETs may move (NR-OPT-4, NR-OPS-4).
        target.move_to_tail([this](const Operation& operation) {
            const bool free_to_move = operation.kind == OpKind::get || !config_.accumulate_ordering;
            return fetches(operation.kind) && free_to_move;
        });
    }
    return true;
}

PacketFlag Engine::closing_flag(const TargetElement& target) const {
    switch (target.sync_flag) {
        case SyncFlag::none:
        case SyncFlag::flush_local: return PacketFlag::none;
        case SyncFlag::flush: return flag::rma_done;
        case SyncFlag::complete: return flag::rma_done | flag::complete;
        case SyncFlag::unlock: return target.nocheck ? flag::rma_done : flag::unlock;
    }
    return PacketFlag::none;
}

// What rides on the next operation to be issued: on the last one, what closes the list. Where packets may overtake each
// other an operation vouches for itself only, and UNLOCK may ride only when nothing else is on its way (NR-UNORD-1,
// NR-UNORD-2).
PacketFlag Engine::riding_flags(const TargetElement& target, bool closing_may_ride) const {
    const bool last = target.pending == 1;
    const PacketFlag closing = last && closing_may_ride ? closing_flag(target) : PacketFlag::none;
    if (ordered_) return closing;
    const bool alone = target.ops == target.next_to_issue && target.acks_due() == 0;
    if (alone && closing == flag::unlock) return closing;
    return fetches(target.next_to_issue->operation.kind) ? PacketFlag::none : flag::rma_done;
}

}  // namespace rmasim::newrma
