#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

void require_passive(Call call, const Window& window) {
    if (window.in_lock_all() || window.state == WindowState::per_target) return;
    refuse_without_passive(call);
}

void raise_all(EngineState& engine, Window& window, Sync sync) {
    for_each_target(engine, window, [sync](TargetElement& target) { raise(target, sync); });
}

// True if the target's operations are complete at the target. Requests their completion again if another thread has
// posted operations since `sync` was served, or has called FLUSH_LOCAL (CH3-PASSIVE-8).
bool is_flushed(EngineState& engine, Window& window, TargetElement& target) {
    if (is_remotely_complete(window, target)) return true;
    const bool changed = target.held != nullptr || target.unflushed > 0 || target.sync != Sync::none;
    if (!changed || target.sync >= Sync::flush || engine.config.flush_checks_once) return false;
    raise(target, Sync::flush);
    progress_again(engine, window, target);
    return is_remotely_complete(window, target);
}

// True if the operations on all targets are complete at their targets. With setting `fixed`, also issues an operation
// that is still held although the target's `sync` is NONE again (CH3-HANG-1).
bool all_flushed(EngineState& engine, Window& window) {
    if (all_remotely_complete(window)) return true;
    if (!engine.config.fixed) return false;
    window.table.for_each([&](TargetElement& target) {
        if (target.held == nullptr || target.sync != Sync::none) return;
        raise(target, Sync::flush);
        progress_again(engine, window, target);
    });
    return all_remotely_complete(window);
}

// Counts a call that uses a target element during a wait: the element must not be freed during that time.
struct Flushed {
    explicit Flushed(TargetElement& target) : target(target) { ++target.users; }
    ~Flushed() { --target.users; }
    Flushed(const Flushed&) = delete;
    Flushed& operator=(const Flushed&) = delete;
    TargetElement& target;
};

// Returns the target element that FLUSH must flush; null if there is none.
TargetElement* target_to_flush(EngineState& engine, Call call, Window& window, Rank rank) {
    require_passive(call, window);
    if (window.is_direct(rank)) return nullptr;
    return find_target(engine, window, rank);
}

}  // namespace

Task<> flush(EngineState& engine, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, Call::flush);
    TargetElement* const target = target_to_flush(engine, Call::flush, window, rank);
    if (target != nullptr) {
        const Flushed flushed(*target);
        raise(*target, Sync::flush);
        progress_target(engine, window, target);
        wait_until(engine, {Call::flush, window.id, Awaited::acknowledgements, rank},
                   [&engine, &window, target] { return is_flushed(engine, window, *target); });
        co_await engine.waits;
    } else if (rank == engine.rank) {
        poke(engine);
    }
    mem_sync(engine, window, MemSync::flush);
}

Task<> flush_local(EngineState& engine, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, Call::flush_local);
    TargetElement* const target = target_to_flush(engine, Call::flush_local, window, rank);
    mem_sync(engine, window, MemSync::flush);
    if (target == nullptr) {
        if (rank == engine.rank) poke(engine);
        co_return;
    }
    const Flushed flushed(*target);
    raise(*target, Sync::flush_local);
    progress_target(engine, window, target);
    wait_until(engine, {Call::flush_local, window.id, Awaited::operations, rank},
               [&window, target] { return is_locally_complete(window, *target); });
    co_await engine.waits;
}

Task<> complete_all_locally(EngineState& engine, Call call, Window& window) {
    raise_all(engine, window, Sync::flush_local);
    progress_window(engine, window);
    wait_until(engine, {call, window.id, Awaited::operations, no_rank},
               [&window] { return all_locally_complete(window); });
    co_await engine.waits;
}

Task<> complete_all_remotely(EngineState& engine, Call call, Window& window) {
    raise_all(engine, window, Sync::flush);
    progress_window(engine, window);
    wait_until(engine, {call, window.id, Awaited::acknowledgements, no_rank},
               [&engine, &window] { return all_flushed(engine, window); });
    co_await engine.waits;
}

Task<> flush_all(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::flush_all);
    require_passive(Call::flush_all, window);
    co_await complete_all_remotely(engine, Call::flush_all, window);
    mem_sync(engine, window, MemSync::flush);
}

Task<> flush_local_all(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::flush_local_all);
    require_passive(Call::flush_local_all, window);
    mem_sync(engine, window, MemSync::flush);
    co_await complete_all_locally(engine, Call::flush_local_all, window);
}

// SYNC is only a memory barrier of the process and sends no packet.
Task<> sync(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::sync);
    require_passive(Call::sync, window);
    mem_sync(engine, window, MemSync::sync);
    co_return;
}

}  // namespace rmasim::ch3
