#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/collectives.h"
#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

void require_legal(const Window& window, Assert asserts) {
    if (window.in_pscw() || window.in_lock_all() || window.state == WindowState::per_target) {
        refuse_in_access(Call::fence);
    }
    if (window.exposed) {
        refuse_in_exposure(Call::fence);
    }
    if (has(asserts, Assert::noprecede) && window.fence_has_operations) {
        refuse_noprecede();
    }
}

Task<> await_node_barrier(EngineState& engine, Window& window) {
    if (!window.shared) co_return;
    const Barrier::Instance instance = enter_node_barrier(engine, window);
    wait_until(engine, {Call::fence, window.id, Awaited::barrier, no_rank},
               [&window, instance] { return window.rare().node_barrier.completed(instance); });
    co_await engine.waits;
}

// Opens a fence epoch (CH3-FENCE-2).
Task<> open_epoch(EngineState& engine, Window& window) {
    co_await await_node_barrier(engine, window);
    start_ibarrier(engine, window, Why::usual);
}

std::vector<std::uint32_t> marks_of(EngineState& engine, Window& window) {
    std::vector<std::uint32_t> marks(static_cast<std::size_t>(window.group().size()), 0);
    for_each_target(engine, window, [&](const TargetElement& target) {
        marks[static_cast<std::size_t>(window.comm_rank_of(target.rank))] = 1;
    });
    return marks;
}

// Counts the ranks that have operations on this process's segment (CH3-FENCE-3). DECR_ATs may arrive before the
// reduction is complete, so the counter is first raised by the group's size.
Task<> count_origins(EngineState& engine, Window& window) {
    window.at_counter += window.group().size();
    start_reduction(engine, window, marks_of(engine, window));
    wait_until(engine, {Call::fence, window.id, Awaited::reduction, no_rank},
               [&window] { return !window.rare().reduce_scatter.under_way(); });
    co_await engine.waits;
    window.at_counter += static_cast<std::int32_t>(window.rare().reduce_scatter.result()) - window.group().size();
    grant_window(engine, window, WindowState::fence_granted);
}

Task<> await_acks(EngineState& engine, Window& window) {
    wait_until(engine, {Call::fence, window.id, Awaited::acknowledgements, no_rank},
               [&window] { return window.acks == 0; });
    co_await engine.waits;
    free_all_targets(engine, window);
}

// The closing fence for few ranks (CH3-FENCE-4).
Task<> close_by_counts(EngineState& engine, Window& window, bool opens) {
    co_await count_origins(engine, window);
    for_each_target(engine, window, [](TargetElement& target) { target.complete = true; });
    co_await complete_all_locally(engine, Call::fence, window);
    co_await await_acks(engine, window);
    wait_until(engine, {Call::fence, window.id, Awaited::complete, no_rank},
               [&window] { return window.at_counter == 0; });
    co_await engine.waits;
    if (!opens) {
        set_state(engine, window, WindowState::unset);
        co_return;
    }
    start_ibarrier(engine, window, why::closing_fence);
    co_await await_node_barrier(engine, window);
}

// The closing fence for many ranks (CH3-FENCE-5).
Task<> close_by_barrier(EngineState& engine, Window& window, bool opens) {
    co_await complete_all_remotely(engine, Call::fence, window);
    co_await await_acks(engine, window);
    const Barrier::Instance instance = enter_barrier(engine, window);
    wait_until(engine, {Call::fence, window.id, Awaited::barrier, no_rank},
               [&window, instance] { return window.rare().barrier.completed(instance); });
    co_await engine.waits;
    if (opens) grant_window(engine, window, WindowState::fence_granted);
    else set_state(engine, window, WindowState::unset);
}

}  // namespace

Task<> fence(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::fence);
    require_legal(window, asserts);
    const bool opens = !has(asserts, Assert::nosucceed);
    mem_sync(engine, window, MemSync::fence_before);
    if (!has(asserts, Assert::noprecede)) {
        const auto members = static_cast<std::uint32_t>(window.group().size());
        const bool scalable = members >= engine.config.scalable_fence_ranks;
        if (scalable) co_await close_by_barrier(engine, window, opens);
        else co_await close_by_counts(engine, window, opens);
    } else if (opens) {
        co_await open_epoch(engine, window);
    }
    window.fence_has_operations = false;
    mem_sync(engine, window, MemSync::fence_after);
}

}  // namespace rmasim::ch3
