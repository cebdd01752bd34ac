#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/run_out.h"
#include "protocol/ch3/routines/supply.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

void require_no_epoch(EngineState& engine, Window& window, Rank rank) {
    if (window.in_pscw() || window.in_lock_all()) {
        refuse_in_access(Call::lock);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::lock);
    }
    if (window.state == WindowState::per_target && find_target(engine, window, rank) != nullptr) {
        refuse_locked(rank);
    }
}

Task<TargetElement*> make_target(EngineState& engine, Call call, Window& window, Rank rank) {
    TargetElement* target = try_take_target(engine, window, rank);
    if (target == nullptr) target = co_await obtain_target(engine, call, window, rank);
    co_return target;
}

}  // namespace

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock);
    require_no_epoch(engine, window, rank);
    set_state(engine, window, WindowState::per_target);
    ++window.lock_epochs;
    TargetElement& target = *co_await make_target(engine, Call::lock, window, rank);
    target.lock_type = type;
    target.nocheck = has(asserts, Assert::nocheck);
    set_state(engine, window, target, target.nocheck ? TargetState::lock_granted : TargetState::lock_called);
    const bool direct = window.is_direct(rank);
    if (!target.nocheck && (direct || !engine.config.delay_issuing)) progress_target(engine, window, &target);
    if (!target.nocheck && direct) {
        wait_until(engine, {Call::lock, window.id, Awaited::lock_granted, rank},
                   [&target] { return target.state == TargetState::lock_granted; });
        co_await engine.waits;
    }
    mem_sync(engine, window, MemSync::lock_after);
}

Task<> unlock(EngineState& engine, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock);
    TargetElement* target = find_target(engine, window, rank);
    if (window.state != WindowState::per_target || (target == nullptr && window.lost_elements == 0)) {
        refuse_unlocked(Call::unlock, rank);
    }
    const bool direct = window.is_direct(rank);
    if (direct) mem_sync(engine, window, MemSync::unlock_before);
    if (target == nullptr) {
        --window.lost_elements;
        target = co_await make_target(engine, Call::unlock, window, rank);
        engine.world.observer.target_made_again(engine.rank, window.id, rank);
        set_state(engine, window, *target, TargetState::lock_granted);
    }
    raise(*target, target->nocheck ? Sync::flush : Sync::unlock);
    progress_target(engine, window, target);
    wait_until(engine, {Call::unlock, window.id, Awaited::acknowledgements, rank},
               [&window, target] { return is_remotely_complete(window, *target); });
    co_await engine.waits;
    if (!direct) mem_sync(engine, window, MemSync::unlock_before);  // for data that GETs wrote into the own window
    if (rank == engine.rank) poke(engine);
    --window.lock_epochs;
    if (window.lock_epochs == 0) set_state(engine, window, WindowState::unset);
    free_target(engine, window, *target);
}

}  // namespace rmasim::ch3
