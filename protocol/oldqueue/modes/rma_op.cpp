#include "protocol/oldqueue/modes/modes.h"

#include "protocol/base/types.h"
#include "protocol/oldqueue/routines/create.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/oldqueue/routines/own_window.h"
#include "protocol/oldqueue/routines/rounds.h"
#include "protocol/oldqueue/routines/send.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::oldqueue {

namespace {

Target& target_in_lock_epoch(Window& window, Call call, Rank rank) {
    Target* const target = window.targets.find(rank);
    if (target == nullptr) refuse_unlocked(call, rank);
    return *target;
}

Target& target_in_access(Window& window, Call call, Rank rank) {
    if (!window.pscw->started.contains(rank)) {
        refuse_outside_group(call, rank);
    }
    return target_of(window, rank, {Need::Kind::access, window.pscw->accesses.of(rank)});
}

// Raises ErroneousProgram if no access epoch is open on the window (OQ-PUT-1).
void require_epoch(Window& window, Call call) {
    if (window.locks > 0 || window.is_started()) return;
    if (!window.fence_open) {
        refuse_without_access(call, {Call::fence, Call::start, Call::lock});
    }
    window.fence_operations = true;
}

Target& target_in_epoch(Window& window, Call call, Rank rank) {
    require_epoch(window, call);
    if (window.locks > 0) return target_in_lock_epoch(window, call, rank);
    if (window.is_started()) return target_in_access(window, call, rank);
    return target_of(window, rank, {Need::Kind::fence, window.fences});
}

}  // namespace

// The epoch is checked before the target's size is requested. During the wait, operations of other threads may create
// targets, which makes references to targets invalid: the target is therefore searched again.
Task<> rma_op(EngineState& engine, Window& window, Call call, Operation operation) {
    const Entry entry(engine, window, call);
    if (operation.target == proc_null) {
        require_epoch(window, call);
        co_return;  // OQ-PUT-7
    }
    if (has_to_ask(engine, window, operation.target)) {
        target_in_epoch(window, call, operation.target);
        co_await request_part(engine, window, call, operation.target);
    }
    Target& target = target_in_epoch(window, call, operation.target);
    if (target.lock != Target::Lock::none) require_lockable(engine, window, call, operation.target);
    require_inside(engine, window, call, operation);
    if (operation.target != engine.rank) {
        post_operation(engine, window, target, operation);
    } else {
        queue_own_operation(engine, window, target, operation);
        serve_queue(engine);
    }
}

}  // namespace rmasim::oldqueue
