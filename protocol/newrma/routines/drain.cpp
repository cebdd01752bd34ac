#include "protocol/newrma/routines/drain.h"

#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"

namespace rmasim::newrma {

namespace {

// Waits for the acknowledgements of `target` that are due now. They may arrive in any order, and other threads may
// request more of them during the wait. The ids distinguish the acknowledgements that were due when this call began
// (NR-THREAD-2).
Task<> await_acks_due(EngineState& engine, Call call, Window& window, TargetElement& target) {
    AckWait wait{&target, window.last_ack_id, target.acks_due(), window.ack_waits};
    window.ack_waits = &wait;
    engine.waits.until({call, window.id, Awaited::acknowledgements, target.rank}, [&wait] { return wait.due == 0; });
    co_await engine.waits;
    AckWait** at = &window.ack_waits;
    while (*at != &wait) at = &(*at)->next;
    *at = wait.next;
}

}  // namespace

// Other threads may post operations to the target during the waits. This call only waits for the operations that were
// posted before it began, and for the closing packet after them.
Task<> drain(EngineState& engine, Call call, Window& window, TargetElement& target, SyncFlag flag) {
    const std::uint32_t posted = window.operations_posted;
    const bool closes = raise_sync(engine, target, flag) && flag != SyncFlag::flush_local;
    // Unused on unordered transports, where every operation requests its own acknowledgement.
    const std::uint32_t acks_needed = target.acks_asked + (closes ? 1 : 0);
    make_progress_target(engine, window, target);
    engine.waits.until({call, window.id, Awaited::lock_granted, target.rank}, [&target] {
        return target.state == TargetState::lock_granted || target.state == TargetState::none ||
               target.lock_piggybacked;
    });
    co_await engine.waits;
    engine.waits.until({call, window.id, Awaited::operations, target.rank},
                       [&engine, &target, posted, acks_needed, flag] {
                           const bool sent = flag != SyncFlag::unlock || target.sync_flag == SyncFlag::none;
                           const bool closed = engine.ordered ? !is_before(target.acks_asked, acks_needed) : sent;
                           return closed && target.sent_up_to(posted);
                       });
    co_await engine.waits;
    engine.waits.until({call, window.id, Awaited::send_completed, target.rank},
                       [&target, posted] { return target.completed_up_to(posted); });
    co_await engine.waits;
    if (flag == SyncFlag::flush_local) co_return;
    if (engine.ordered) {
        engine.waits.until({call, window.id, Awaited::acknowledgements, target.rank},
                           [&target, acks_needed] { return !is_before(target.acknowledged, acks_needed); });
        co_await engine.waits;
    } else {
        co_await await_acks_due(engine, call, window, target);
    }
}

std::uint32_t begin_drain_all(EngineState& engine, Window& window, SyncFlag flag) {
    const std::uint32_t posted = window.operations_posted;
    raise_sync_all(engine, window, flag);
    make_progress_window(engine, window);
    return posted;
}

void until_all_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted) {
    engine.waits.until({call, window.id, Awaited::operations, no_rank}, [&window, posted] {
        // If more operations are queued than were posted since the first step, an older operation remains. This test
        // often saves a walk over all targets.
        const std::uint32_t waiting = window.operations_queued - window.operations_sending;
        if (waiting > window.operations_posted - posted) return false;
        return window.table.all_of([posted](const TargetElement& target) {
            return target.sync_flag == SyncFlag::none && target.sent_up_to(posted);
        });
    });
}

void until_all_data_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted) {
    engine.waits.until({call, window.id, Awaited::send_completed, no_rank}, [&window, posted] {
        return window.table.all_of([posted](const TargetElement& target) { return target.completed_up_to(posted); });
    });
}

// The window also counts acknowledgements of targets whose element was freed (NR-FENCE-5, NR-FLUSH-7).
void until_all_acknowledged(EngineState& engine, Call call, Window& window) {
    engine.waits.until({call, window.id, Awaited::acknowledgements, no_rank},
                       [&window] { return window.ack_count == 0; });
}

Task<> ask_and_await(EngineState& engine, Call call, Window& window, Packet packet) {
    ask_acknowledgement(window, packet);
    UntrackedAck ack{part(packet).ack_id, false, window.untracked_acks};
    window.untracked_acks = &ack;
    engine.world.transport.send(packet);
    engine.waits.until({call, window.id, Awaited::acknowledgements, packet.target},
                       [&ack] { return ack.acknowledged; });
    co_await engine.waits;
}

}  // namespace rmasim::newrma
