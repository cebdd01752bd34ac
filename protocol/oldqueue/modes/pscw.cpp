#include "protocol/oldqueue/modes/modes.h"

#include "protocol/oldqueue/routines/drain.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/oldqueue/routines/rounds.h"
#include "protocol/oldqueue/routines/send.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/parts/groups/group.h"

namespace rmasim::oldqueue {

namespace {

void require_exposure(Call call, const Window& window) {
    if (!window.is_posted()) refuse_without_post(call);
}

void announce(EngineState& engine, Window& window, Rank rank) {
    const Target* const target = window.targets.find(rank);
    if (target != nullptr && target->count_announced) return;
    send_count(engine, window, kind::complete, rank, {Need::Kind::access, window.pscw->accesses.of(rank)},
               target == nullptr ? 0 : target->operations);
}

void announce_to_all(EngineState& engine, Window& window) {
    const auto itself = [](Rank rank) { return rank; };
    for_each_by_comm_rank(window.pscw->started.group, window.communicator, itself,
                          [&](Rank rank) { announce(engine, window, rank); });
}

bool has_heard_all(const Pscw& pscw) { return pscw.announced.heard_from == pscw.posted.group.size(); }

void end_exposure(EngineState& engine, Window& window) {
    Pscw& pscw = *window.pscw;
    pscw.posted = {};
    pscw.announced.clear();
    engine.world.observer.exposure_ended(engine.rank, window.id);
}

}  // namespace

// Records the group, and numbers the exposures (OQ-PSCW-1, OQ-PSCW-3).
void post(EngineState& engine, Window& window, Group group) {
    if (window.is_posted()) {
        refuse_in_exposure(Call::post);
    }
    Pscw& pscw = window.with_pscw();
    pscw.posted = {true, sorted(Call::post, std::move(group))};
    for (const Rank origin : pscw.posted.group) pscw.exposures.count(origin);
    serve_queue(engine);
}

void start(Window& window, Group group) {
    if (window.locks > 0 || window.is_started()) {
        refuse_in_access(Call::start);
    }
    if (window.fence_operations) {
        refuse_in_fence_operations(Call::start);
    }
    Pscw& pscw = window.with_pscw();
    pscw.started = {true, sorted(Call::start, std::move(group))};
    for (const Rank target : pscw.started.group) pscw.accesses.count(target);
    window.fence_open = false;
}

// OQ-PSCW-2: waits until the operations are complete at this origin, and sends to each target the number of operations
// on it.
Task<> complete(EngineState& engine, Window& window) {
    const Entry entry(engine, window, Call::complete);
    if (!window.is_started()) refuse_without_start();
    const PacketFlag closing = engine.ordered ? flag::complete : PacketFlag::none;
    window.for_each_target([&](Target& target) { send_held(engine, window, target, closing); });
    if (!engine.ordered) {
        until_all_complete(engine, window, Call::complete, Awaited::acknowledgements);
        co_await engine.waits;
    }
    announce_to_all(engine, window);
    if (window.pscw->started.contains(engine.rank)) serve_queue(engine);
    until_all_complete(engine, window, Call::complete, Awaited::operations);
    co_await engine.waits;
    window.targets.clear();
    window.pscw->started = {};
}

Task<> wait(EngineState& engine, Window& window) {
    const Entry entry(engine, window, Call::wait);
    require_exposure(Call::wait, window);
    const Pscw& pscw = *window.pscw;
    engine.waits.until({Call::wait, window.id, Awaited::complete, no_rank}, [&pscw] { return has_heard_all(pscw); });
    co_await engine.waits;
    engine.waits.until({Call::wait, window.id, Awaited::operations, no_rank},
                       [&pscw] { return pscw.announced.all_done(); });
    co_await engine.waits;
    end_exposure(engine, window);
}

bool test(EngineState& engine, Window& window) {
    require_exposure(Call::test, window);
    if (!has_heard_all(*window.pscw) || !window.pscw->announced.all_done()) return false;
    end_exposure(engine, window);
    return true;
}

}  // namespace rmasim::oldqueue
