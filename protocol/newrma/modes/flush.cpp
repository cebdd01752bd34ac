#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/drain.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

void require_passive_epoch(Call call, const Window& window) {
    if (window.state == WindowState::per_target || window.in_lock_all()) return;
    refuse_without_passive(call);
}

Task<> flush_target(EngineState& engine, Call call, Window& window, Rank rank, SyncFlag flag) {
    const ActiveCalls::Entry under_way(window.calls, call);
    require_passive_epoch(call, window);
    if (rank == engine.rank || window.is_direct(rank)) {
        // Operations on this memory are complete when they return. They only need to become visible.
        if (!window.in_lock_all() && !is_locked(engine, window, rank)) {
            refuse_unlocked(call, rank);
        }
    } else if (TargetElement* const target = find_target(engine, window, rank); target != nullptr) {
        if (!target->lock_not_sent()) {
            ++target->users;
            co_await drain(engine, call, window, *target, flag);
            --target->users;
            make_progress_target(engine, window, *target);
        }
    } else if (window.in_lock_all()) {
        // The element may have been freed before its RMA_DONE was acknowledged, without a record. The acknowledgement
        // of one more RMA_DONE proves that everything is complete (NR-FLUSH-5). If packets may overtake each other,
        // RMA_DONE proves nothing. But in that case, an element is freed only after its last acknowledgement
        // (NR-UNORD-1).
        if (flag == SyncFlag::flush && engine.ordered) {
            Packet packet = packet_to(engine, rank, window, kind::rma_done);
            packet.set_why(why::unrecorded);
            co_await ask_and_await(engine, call, window, packet);
        }
    } else if (window.lost_elements == 0) {
        refuse_unlocked(call, rank);
    }  // Otherwise the element was freed after its RMA_DONE was acknowledged: everything is complete (NR-FLUSH-3).
    if (flag == SyncFlag::flush) mem_sync(engine, window, MemSync::flush);  // NR-SHM-11
}

Task<> flush_targets(EngineState& engine, Call call, Window& window, SyncFlag flag) {
    const ActiveCalls::Entry under_way(window.calls, call);
    require_passive_epoch(call, window);
    const std::uint32_t posted = begin_drain_all(engine, window, flag);
    until_all_sent(engine, call, window, posted);
    co_await engine.waits;
    until_all_data_sent(engine, call, window, posted);
    co_await engine.waits;
    if (flag == SyncFlag::flush_local) co_return;
    until_all_acknowledged(engine, call, window);
    co_await engine.waits;
    mem_sync(engine, window, MemSync::flush);  // NR-SHM-11
}

}  // namespace

Task<> flush(EngineState& engine, Window& window, Rank rank) {
    return flush_target(engine, Call::flush, window, rank, SyncFlag::flush);
}

Task<> flush_local(EngineState& engine, Window& window, Rank rank) {
    return flush_target(engine, Call::flush_local, window, rank, SyncFlag::flush_local);
}

Task<> flush_all(EngineState& engine, Window& window) {
    return flush_targets(engine, Call::flush_all, window, SyncFlag::flush);
}

Task<> flush_local_all(EngineState& engine, Window& window) {
    return flush_targets(engine, Call::flush_local_all, window, SyncFlag::flush_local);
}

Task<> sync(EngineState& engine, Window& window) {
    require_passive_epoch(Call::sync, window);
    mem_sync(engine, window, MemSync::sync);
    co_return;
}

}  // namespace rmasim::newrma
