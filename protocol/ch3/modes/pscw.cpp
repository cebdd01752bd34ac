#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/carry_out.h"
#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/send.h"
#include "protocol/ch3/routines/supply.h"
#include "protocol/parts/epoch_errors.h"
#include "protocol/parts/groups/group.h"

#include <algorithm>

namespace rmasim::ch3 {

namespace {

void require_startable(const Window& window) {
    if (window.in_pscw() || window.in_lock_all() || window.state == WindowState::per_target) {
        refuse_in_access(Call::start);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::start);
    }
}

bool misses_neighbour(const Window& window) {
    bool misses = false;
    window.posts.for_each_missing([&](Rank rank) { misses = misses || window.is_direct(rank); });
    return misses;
}

// Ends the access epoch at each target of the group. A target with an element is sent DECR_AT when the element's list
// is issued. The other targets are sent DECR_AT_COUNTER now.
void complete_at_targets(EngineState& engine, Window& window) {
    for (const Rank rank : window.start_group) {
        if (rank == engine.rank) {
            lower_counter(engine, window, engine.rank);
        } else if (TargetElement* const target = find_target(engine, window, rank)) {
            target->complete = true;
        } else {
            send_closing(engine, window, rank, kind::decr_at_counter);
        }
    }
}

void require_exposed(Call call, const Window& window) {
    if (!window.exposed) refuse_without_post(call);
}

void end_exposure(EngineState& engine, Window& window) {
    window.exposed = false;
    engine.world.observer.exposure_ended(engine.rank, window.id);
    mem_sync(engine, window, MemSync::wait_after);
}

}  // namespace

void post(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::post);
    if (window.exposed) {
        refuse_in_exposure(Call::post);
    }
    window.completing = sorted(Call::post, group);
    mem_sync(engine, window, MemSync::post_before);
    window.exposed = true;
    window.at_counter += static_cast<std::int32_t>(group.size());
    if (has(asserts, Assert::nocheck)) return;
    for (const Rank origin : group) {
        if (origin != engine.rank) engine.world.transport.send(packet_to(engine, origin, window, kind::post));
    }
}

Task<> start(EngineState& engine, Window& window, Group group, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::start);
    require_startable(window);
    Group others = sorted(Call::start, group);
    window.start_group = std::move(group);
    others.erase(std::remove(others.begin(), others.end(), engine.rank), others.end());
    if (has(asserts, Assert::nocheck)) window.posts.open_complete(std::move(others));
    else window.posts.open(std::move(others));
    if (window.shared) {
        wait_until(engine, {Call::start, window.id, Awaited::post, no_rank},
                   [&window] { return !misses_neighbour(window); });
        co_await engine.waits;
    }
    const bool waits = window.sync_requests() > 0;
    set_state(engine, window, waits ? WindowState::pscw_issued : WindowState::pscw_granted);
    mem_sync(engine, window, MemSync::start_after);
}

Task<> complete(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::complete);
    if (!window.in_pscw()) refuse_without_start();
    mem_sync(engine, window, MemSync::complete_before);
    wait_until(engine, {Call::complete, window.id, Awaited::post, no_rank},
               [&window] { return window.state == WindowState::pscw_granted; });
    co_await engine.waits;
    complete_at_targets(engine, window);
    co_await complete_all_locally(engine, Call::complete, window);
    wait_until(engine, {Call::complete, window.id, Awaited::acknowledgements, no_rank},
               [&window] { return window.acks == 0; });
    co_await engine.waits;
    free_all_targets(engine, window);
    window.posts.close();
    window.start_group.clear();
    set_state(engine, window, WindowState::unset);
}

Task<> wait(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::wait);
    require_exposed(Call::wait, window);
    wait_until(engine, {Call::wait, window.id, Awaited::complete, no_rank},
               [&window] { return window.at_counter == 0; });
    co_await engine.waits;
    end_exposure(engine, window);
}

bool test(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::test);
    require_exposed(Call::test, window);
    poke(engine);
    if (window.at_counter != 0) return false;
    end_exposure(engine, window);
    return true;
}

}  // namespace rmasim::ch3
