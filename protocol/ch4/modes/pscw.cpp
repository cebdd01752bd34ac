#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/native.h"
#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/parts/groups/group.h"

#include <utility>

namespace rmasim::ch4 {

namespace {

void require_startable(const Window& window) {
    if (window.epoch != Epoch::none && window.epoch != Epoch::fence) {
        refuse_in_access(Call::start);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::start);
    }
}

// True if the POSTs for START have arrived. MPICH compares numbers of POSTs, and ignores their senders (CH4-PSCW-2).
bool is_posted(const EngineState& engine, const Pscw& pscw) {
    if (engine.config.fixed) return pscw.post_senders.has_all(pscw.start_group);
    return pscw.posts == pscw.start_group.size();
}

// Takes the POSTs of START's group. MPICH sets the number of POSTs to 0.
void take_posts(Pscw& pscw) {
    pscw.posts = 0;
    if (!pscw.post_senders.take(pscw.start_group)) pscw.started_early = true;
}

// START with NOCHECK, in which MPICH also sets the number of POSTs to 0 (CH4-PSCW-5).
void skip_posts(const EngineState& engine, Pscw& pscw) {
    if (engine.config.fixed) return;
    pscw.forgot_posts = pscw.forgot_posts || pscw.posts > 0;
    pscw.posts = 0;
}

bool group_is_answered(const Window& window) {
    for (const Rank rank : window.pscw_if_any->start_group) {
        if (window.targets.unanswered(rank) > 0) return false;
    }
    return true;
}

void require_exposed(Call call, const Window& window) {
    if (!window.exposed()) refuse_without_post(call);
}

bool is_completed(const Pscw& pscw) { return pscw.completes == pscw.post_group.size(); }

void end_exposure(EngineState& engine, Window& window) {
    Pscw& pscw = window.pscw();
    pscw.completes = 0;
    if (!pscw.complete_senders.take(pscw.post_group)) pscw.ended_early = true;
    pscw.exposed = false;
    engine.world.observer.exposure_ended(engine.rank, window.id);
    mem_sync(engine, window, MemSync::wait_after);
}

}  // namespace

void post(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::post);
    if (window.exposed()) {
        refuse_in_exposure(Call::post);
    }
    sorted(Call::post, group);  // checks for duplicates
    mem_sync(engine, window, MemSync::post_before);
    Pscw& pscw = window.pscw();
    pscw.exposed = true;
    pscw.post_group = std::move(group);
    if (has(asserts, Assert::nocheck)) return;
    for (const Rank origin : pscw.post_group) send(engine, packet_to(engine, origin, window.id, kind::post));
}

Task<> start(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::start);
    require_startable(window);
    sorted(Call::start, group);  // checks for duplicates
    Pscw& pscw = window.pscw();
    pscw.start_group = std::move(group);
    if (has(asserts, Assert::nocheck)) {
        skip_posts(engine, pscw);
    } else {
        wait_until(engine, {Call::start, window.id, Awaited::post, no_rank},
                   [&engine, &pscw] { return is_posted(engine, pscw); });
        co_await engine.waits;
        take_posts(pscw);
    }
    set_epoch(engine, window, Epoch::pscw);
    mem_sync(engine, window, MemSync::start_after);
}

Task<> complete(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::complete);
    if (window.epoch != Epoch::pscw) {
        refuse_without_start();
    }
    progress(engine);
    const NativeFlush native(window, Reach::remote);
    engine.waits.until({Call::complete, window.id, Awaited::operations, no_rank},
                       [&engine, &window, &native] { return native.is_done(engine) && group_is_answered(window); });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::complete_before);
    Pscw& pscw = window.pscw();
    for (const Rank target : pscw.start_group) send(engine, packet_to(engine, target, window.id, kind::complete));
    if (engine.config.mem_efficient) {
        for (const Rank target : pscw.start_group) window.targets.forget(target);
    }
    pscw.start_group.clear();
    set_epoch(engine, window, Epoch::none);
}

Task<> wait(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::wait);
    require_exposed(Call::wait, window);
    wait_until(engine, {Call::wait, window.id, Awaited::complete, no_rank},
               [&window] { return is_completed(*window.pscw_if_any); });
    co_await engine.waits;
    end_exposure(engine, window);
}

// CH4-PROG-3: COMPLETEs that arrive during a failing TEST count for the next TEST.
bool test(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::test);
    require_exposed(Call::test, window);
    if (!is_completed(window.pscw())) {
        progress(engine);
        return false;
    }
    end_exposure(engine, window);
    return true;
}

}  // namespace rmasim::ch4
