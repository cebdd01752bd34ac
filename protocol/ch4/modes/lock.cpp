#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/native.h"
#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch4 {

namespace {

void require_no_epoch(const Window& window, Rank rank) {
    if (window.epoch == Epoch::pscw || window.epoch == Epoch::lock_all) {
        refuse_in_access(Call::lock);
    }
    if (window.fence_has_operations) {
        refuse_in_fence_operations(Call::lock);
    }
    const Target* const target = window.targets.find(rank);
    if (target != nullptr && target->locked) {
        refuse_locked(rank);
    }
}

void send_lock(EngineState& engine, const Window& window, Rank rank, LockType type) {
    Packet packet = packet_to(engine, rank, window.id, kind::lock);
    set_lock_type(packet, type);
    send(engine, packet);
}

// Ends a lock epoch of a target. UNLOCK does not clear the target's `nocheck`, except with setting `fixed`
// (CH4-LOCK-6).
void end_epoch(EngineState& engine, Window& window, Rank rank) {
    Target& target = *window.targets.find(rank);
    target.locked = target.asked = target.granted = false;
    if (engine.config.fixed) target.nocheck = false;
    if (engine.config.mem_efficient) window.targets.forget(rank);
    if (--window.locks == 0) set_epoch(engine, window, Epoch::none);
}

}  // namespace

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::lock);
    require_no_epoch(window, rank);
    set_epoch(engine, window, Epoch::lock);
    ++window.locks;
    Target& target = window.targets.make(rank);
    target.locked = true;
    if (has(asserts, Assert::nocheck)) {
        target.nocheck = true;
    } else {
        target.asked = true;
        send_lock(engine, window, rank, type);
        wait_until(engine, {Call::lock, window.id, Awaited::lock_granted, rank},
                   [&window, rank] { return window.targets.find(rank)->granted; });
        co_await engine.waits;
    }
    mem_sync(engine, window, MemSync::lock_after);
}

Task<> unlock(EngineState& engine, Window& window, Rank rank) {
    const ActiveCalls::Entry under_way(window.calls, Call::unlock);
    const Target* const locked = window.targets.find(rank);
    if (window.epoch != Epoch::lock || locked == nullptr || !locked->locked) {
        refuse_unlocked(Call::unlock, rank);
    }
    progress(engine);
    const NativeFlush native(window, Reach::remote, rank);
    engine.waits.until({Call::unlock, window.id, Awaited::operations, rank}, [&engine, &window, &native, rank] {
        return native.is_done(engine) && window.targets.unanswered(rank) == 0;
    });
    co_await engine.waits;
    mem_sync(engine, window, MemSync::unlock_before);
    Target& target = *window.targets.find(rank);
    if (target.nocheck) {
        window.lock_kept = window.lock_kept || target.asked;
    } else {
        target.unlocking = true;
        send(engine, packet_to(engine, rank, window.id, kind::unlock));
        wait_until(engine, {Call::unlock, window.id, Awaited::acknowledgements, rank},
                   [&window, rank] { return !window.targets.find(rank)->unlocking; });
        co_await engine.waits;
    }
    end_epoch(engine, window, rank);
}

}  // namespace rmasim::ch4
