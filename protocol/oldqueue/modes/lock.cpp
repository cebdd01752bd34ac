#include "protocol/oldqueue/modes/modes.h"

#include "protocol/oldqueue/routines/create.h"
#include "protocol/oldqueue/routines/drain.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/oldqueue/routines/grant.h"
#include "protocol/oldqueue/routines/rounds.h"
#include "protocol/oldqueue/routines/send.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::oldqueue {

namespace {

void require_legal(Window& window, Rank rank) {
    if (window.is_started()) {
        refuse_in_access(Call::lock);
    }
    if (window.fence_operations) {
        refuse_in_fence_operations(Call::lock);
    }
    if (window.locks > 0 && window.targets.find(rank) != nullptr) {
        refuse_locked(rank);
    }
}

// OQ-LOCK-6 with `queued`: LOCK of the own window waits in the process's queue. The call must wait for the lock,
// because loads and stores on the window segment may follow.
Task<> lock_own_queued(EngineState& engine, Window& window, Target& target) {
    send_lock(engine, window, target);
    serve_queue(engine);
    engine.waits.until({Call::lock, window.id, Awaited::lock_granted, engine.rank},
                       [&engine, &window] { return window.lock.holds(engine.rank); });
    co_await engine.waits;
}

// OQ-LOCK-6 with `loop`: LOCK of the own window tries repeatedly. The LOCK is in no queue, so any request may overtake
// it (OQ-LOCK-7).
Task<> lock_own_in_a_loop(EngineState& engine, Window& window, Target& target) {
    const LockType type = target.lock_type;
    target.lock = Target::Lock::sent;
    const bool waits = !may_take_own_lock(engine, window, type);
    if (waits) engine.world.observer.lock_queued(engine.rank, window.id, engine.rank, type);
    window.own_request = type;
    engine.waits.until({Call::lock, window.id, Awaited::lock_granted, engine.rank},
                       [&engine, &window, type] { return may_take_own_lock(engine, window, type); });
    co_await engine.waits;
    window.own_request.reset();
    grant(engine, window, engine.rank, type);
}

Task<> lock_own(EngineState& engine, Window& window, Target& target) {
    const bool queued = engine.config.local_lock == LocalLock::queued;
    return queued ? lock_own_queued(engine, window, target) : lock_own_in_a_loop(engine, window, target);
}

// Closes a lock epoch with NOCHECK, which sends no UNLOCK (OQ-LOCK-8).
void close_nocheck(EngineState& engine, Window& window, Target& target) {
    const bool acknowledges = engine.config.unlock == UnlockKind::acknowledged;
    if (acknowledges && target.rank != engine.rank) ask_for_proof(engine, window, target, why::lock_epoch);
    else send_held(engine, window, target, PacketFlag::none);
}

// Sends the operation that was held back, with UNLOCK. On an unordered transport, the operation carries UNLOCK only if
// it is the only operation of the epoch: a single packet needs no order. Returns true if UNLOCK was sent.
bool send_with_unlock(EngineState& engine, Window& window, Target& target) {
    const bool rides = engine.ordered || target.lock == Target::Lock::called;
    const bool held = target.held != no_operation;
    send_held(engine, window, target, rides ? flag::unlock : PacketFlag::none);
    return held && rides;
}

}  // namespace

// LOCK is not answered, and no call waits for it, except LOCK of the own window (OQ-LOCK-2).
Task<> lock(EngineState& engine, Window& window, Rank rank, LockType type, Assert asserts) {
    const Entry entry(engine, window, Call::lock);
    require_legal(window, rank);
    require_lockable(engine, window, Call::lock, rank);
    const bool nocheck = has(asserts, Assert::nocheck);
    window.fence_open = false;
    ++window.locks;
    const Need need{nocheck ? Need::Kind::nothing : Need::Kind::lock, 0};
    Target& target = target_of(window, rank, need);
    target.lock = nocheck ? Target::Lock::nocheck : Target::Lock::called;
    target.lock_type = type;
    if (nocheck) co_return;
    if (rank == engine.rank) co_await lock_own(engine, window, target);
    else if (!engine.config.optimizations.single_op) send_lock(engine, window, target);
}

Task<> unlock(EngineState& engine, Window& window, Rank rank) {
    const Entry entry(engine, window, Call::unlock);
    Target* const target = window.targets.find(rank);
    if (window.locks == 0 || target == nullptr) {
        refuse_unlocked(Call::unlock, rank);
    }
    if (target->lock == Target::Lock::nocheck) {
        close_nocheck(engine, window, *target);
    } else if (!send_with_unlock(engine, window, *target) && target->lock == Target::Lock::sent) {
        if (rank != engine.rank) {
            until_complete_at(engine, window, rank);
            co_await engine.waits;
        }
        send_unlock(engine, window, *window.targets.find(rank));
        if (rank == engine.rank) serve_queue(engine);
    }
    until_complete_at(engine, window, rank);
    co_await engine.waits;
    until_acknowledged_by(engine, window, rank);
    co_await engine.waits;
    window.targets.erase(rank);
    --window.locks;
}

}  // namespace rmasim::oldqueue
