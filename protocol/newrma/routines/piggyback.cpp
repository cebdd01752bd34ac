#include "protocol/newrma/routines/piggyback.h"

namespace rmasim::newrma {

bool may_carry_lock(const EngineState& engine, const TargetElement& target) {
    return engine.config.optimizations.single_op && target.pending == 1 && target.ops == target.next_to_issue &&
           is_short(engine, target.ops->operation);
}

// A few queued operations are deferred until the closing call: its RMA_DONE or UNLOCK can then be piggybacked on the
// last operation (NR-OPT-3). No operations are deferred while a call waits for an element, because only the user's next
// call would free the elements of deferred operations (NR-OPT-9). No operations are deferred on transports on which
// each operation requests its own acknowledgement, because deferring then has no advantage.
bool is_deferred(const EngineState& engine, const TargetElement& target) {
    return engine.config.optimizations.piggyback && engine.ordered && engine.shortage == 0 && target.released == 0 &&
           target.sync_flag == SyncFlag::none;
}

bool raise_sync(EngineState& engine, TargetElement& target, SyncFlag flag) {
    if (target.rank == engine.rank) return false;  // its operations are applied without packets
    const bool unlock_due = flag == SyncFlag::unlock && !target.nocheck;
    const bool proof_due = flag != SyncFlag::flush_local && target.unproven;
    if (!unlock_due && !proof_due && target.pending == 0) return false;
    if (flag > target.sync_flag) target.sync_flag = flag;
    if (engine.config.optimizations.piggyback && flag != SyncFlag::flush_local) {
        // MPI orders the operations of the accumulate family, so only GETs may move (NR-OPT-4, NR-OPS-4).
        target.move_to_tail([&engine](const StoredOperation& operation) {
            const bool free_to_move = operation.kind == OpKind::get || !engine.config.accumulate_ordering;
            return fetches(operation.kind) && free_to_move;
        });
    }
    return true;
}

void raise_sync_all(EngineState& engine, Window& window, SyncFlag flag) {
    for_each_target(engine, window, [&](TargetElement& target) { raise_sync(engine, target, flag); });
}

PacketFlag closing_flag(const TargetElement& target) {
    switch (target.sync_flag) {
        case SyncFlag::none:
        case SyncFlag::flush_local: return PacketFlag::none;
        case SyncFlag::free_element:
        case SyncFlag::flush: return flag::rma_done;
        case SyncFlag::complete: return flag::rma_done | flag::complete;
        case SyncFlag::unlock: return target.nocheck ? flag::rma_done : flag::unlock;
    }
    return PacketFlag::none;
}

// The last operation carries the closing flag of the list. If packets may overtake each other, an operation only
// requests its own acknowledgement, and carries UNLOCK only if nothing else is in flight (NR-UNORD-1, NR-UNORD-2).
PacketFlag piggybacked_flags(const EngineState& engine, const TargetElement& target, bool may_piggyback) {
    const bool last = target.pending == 1;
    const PacketFlag closing = last && may_piggyback ? closing_flag(target) : PacketFlag::none;
    if (engine.ordered) return closing;
    const bool alone = target.ops == target.next_to_issue && target.acks_due() == 0;
    if (alone && closing == flag::unlock) return closing;
    return fetches(target.next_to_issue->operation.kind) ? PacketFlag::none : flag::rma_done;
}

}  // namespace rmasim::newrma
