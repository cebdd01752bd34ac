#include "protocol/newrma/routines/fall_back.h"

#include "protocol/newrma/routines/progress.h"

namespace rmasim::newrma {

namespace {

void ask_next(EngineState& engine, Window& window) {
    FallBack& progress = *window.fall_back;
    const Rank rank = world_rank_of(group_of(engine, window), progress.asked++);
    if (rank == engine.rank || window.is_direct(rank)) return;  // LOCK_ALL has requested the locks of the node
    TargetElement* const target = find_target(engine, window, rank);
    if (target != nullptr && target->state == TargetState::lock_called)
        return request_lock(engine, window, *target, why::fall_back);
    if (target != nullptr && target->state != TargetState::none) return;  // requested before
    ++progress.in_flight;
    Packet packet = packet_to(engine, rank, window, kind::lock);
    packet.flags = window.holder_flag();
    packet.set_why(why::fall_back);
    engine.world.transport.send(packet);
}

}  // namespace

// Sends LOCK to every process that has not received one, in the order of communicator ranks, at most
// `lock_all_requests` at a time. The only state needed is the number of requests in flight and the next communicator
// rank. Both are in the frame of this call (NR-LOCKALL-3, NR-LOCKALL-9).
Task<> fall_back(EngineState& engine, Call call, Window& window, WindowId needed_by) {
    engine.world.observer.fall_back_began(engine.rank, window.id, call, needed_by);
    set_state(engine, call, window, WindowState::lock_all_issued);
    FallBack progress;
    window.fall_back = &progress;
    const Rank members = members_of(engine, window).size();
    while (progress.asked < members) {
        ask_next(engine, window);
        engine.waits.until({call, window.id, Awaited::lock_granted, no_rank},
                           [&engine, &progress] { return progress.in_flight < engine.config.lock_all_requests; });
        co_await engine.waits;
    }
    engine.waits.until({call, window.id, Awaited::lock_granted, no_rank}, [&window, &progress] {
        return progress.in_flight == 0 && window.table.all_of([](const TargetElement& target) {
            return target.state == TargetState::none || target.state == TargetState::lock_granted;
        });
    });
    co_await engine.waits;
    window.fall_back = nullptr;
    window.table.for_each([&](TargetElement& target) {
        if (target.state == TargetState::none) set_state(engine, call, window, target, TargetState::lock_granted);
    });
    set_state(engine, call, window, WindowState::lock_all_granted);
    engine.world.observer.fall_back_ended(engine.rank, window.id);
    make_progress_window(engine, window);
}

}  // namespace rmasim::newrma
