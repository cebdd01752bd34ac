#include "protocol/newrma/modes/modes.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"
#include "protocol/newrma/routines/mem_sync.h"
#include "protocol/newrma/routines/node_share.h"
#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"
#include "protocol/newrma/routines/restore.h"
#include "protocol/newrma/routines/supply.h"
#include "protocol/parts/direct_op.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

namespace {

// Throws ErroneousProgram unless an access epoch to the target is open.
void require_epoch(const EngineState& engine, const Window& window, const Operation& operation) {
    const Call call = call_of(operation);
    if (window.state == WindowState::unset) {
        refuse_without_access(call, {Call::fence, Call::start, Call::lock, Call::lock_all});
    }
    if (window.in_pscw() && operation.target != proc_null &&
        !window.posts.contains(comm_rank_of(engine, window, operation.target))) {
        refuse_outside_group(call, operation.target);
    }
}

// Under locks: throws ErroneousProgram unless the target is locked. If elements were lost, any target may be locked.
void require_lock(const EngineState& engine, const Window& window, const Operation& operation) {
    if (window.state != WindowState::per_target || operation.target == proc_null) return;
    const Rank target = operation.target;
    const bool own = target == engine.rank;
    const bool locked = own || window.is_direct(target)
                            ? is_locked(engine, window, target)
                            : window.lost_elements > 0 || look_up(engine, window, target) != nullptr;
    if (locked) return;
    refuse_unlocked(call_of(operation), target);
}

// Counts a posted operation. In a fence epoch, also records that the epoch has operations: only a fence may then close
// it.
void note_operation(Window& window) {
    ++window.operations_posted;
    if (window.in_fence()) window.fence_has_operations = true;
}

void complete_request(EngineState& engine, const Operation& operation) {
    if (operation.request != no_request) engine.requests.find(operation.request)->done = true;
}

// Applies an operation on this process's own segment, or on a segment of its node. The process can read the target's
// displacement unit (NR-WIN-4).
void apply_locally(EngineState& engine, Window& window, const Operation& operation) {
    note_operation(window);
    apply_directly(engine.world, engine.rank, operation);
}

// An operation that accesses memory directly. It does not wait: the epoch is granted or, for a target on the same node,
// the opening call has waited for the target (NR-SHM-1).
Task<> op_direct(EngineState& engine, Window& window, Operation operation) {
    const ActiveCalls::Entry under_way(window.calls, call_of(operation));
    require_epoch(engine, window, operation);
    require_lock(engine, window, operation);
    // In an open passive-target epoch, the program may synchronise with another process that has updated the window. A
    // GET must return the new value (NR-SHM-16).
    const bool in_passive_epoch = !window.in_fence() && !window.in_pscw();
    if (operation.kind == OpKind::get && in_passive_epoch) mem_sync(engine, window, MemSync::get_before);
    apply_locally(engine, window, operation);
    complete_request(engine, operation);
    co_return;
}

// An operation without elements, or to MPI_PROC_NULL, is only checked like any other. It needs no element, no packet
// and no wait (NR-OPS-9, NR-OPS-10).
Task<> op_empty(EngineState& engine, Window& window, Operation operation) {
    const ActiveCalls::Entry under_way(window.calls, call_of(operation));
    require_epoch(engine, window, operation);
    require_lock(engine, window, operation);
    if (window.in_fence()) window.fence_has_operations = true;
    complete_request(engine, operation);
    co_return;
}

void queue_op(EngineState& engine, Window& window, TargetElement& target, OperationElement& op,
              const Operation& operation) {
    note_operation(window);
    const std::uint32_t rest = has_rest(operation) ? engine.rests.take() : no_rest;
    if (rest != no_rest) engine.rests[rest] = {operation.result, operation.request};
    op = OperationElement(operation, op.id(), window.operations_posted, rest);
    if (operation.request != no_request) engine.requests.find(operation.request)->op = op.id();
    target.append(&op);
    ++window.operations_queued;
    engine.world.observer.op_posted(engine.rank, op.id(), operation);
    // If more operations are queued than may be deferred, all of them are issued as soon as possible (NR-RMAOP-2).
    // Operations on the own window are never deferred, because they carry no flags.
    const bool own = target.rank == engine.rank;
    if (own || target.pending - target.released > engine.config.piggyback_threshold) target.released = target.pending;
}

Task<> op_queued(EngineState& engine, Window& window, Operation operation) {
    const Call call = call_of(operation);
    const ActiveCalls::Entry under_way(window.calls, call);
    require_epoch(engine, window, operation);
    TargetElement* target = find_target(engine, window, operation.target);
    if (target == nullptr) target = co_await obtain_target(engine, call, window, operation.target);
    ++target->users;
    // A second operation, or one that is not short, cannot carry the lock. The lock is therefore requested now
    // (NR-LOCKOP-3).
    const bool first_short =
        engine.config.optimizations.single_op && target->ops == nullptr && is_short(engine, operation);
    if (target->state == TargetState::lock_called && !first_short) request_lock(engine, window, *target);

    OperationElement* op = try_take_op(engine, window);
    if (op == nullptr) op = co_await obtain_op(engine, call, window, *target);
    queue_op(engine, window, *target, *op, operation);
    --target->users;
    make_progress_target(engine, window, *target);
}

}  // namespace

Task<> rma_op(EngineState& engine, Operation operation) {
    Window& window = engine.windows[operation.window];
    const bool empty = operation.region.count == 0 && engine.config.optimizations.drop_empty;
    if (empty || operation.target == proc_null) return op_empty(engine, window, operation);
    const bool own = operation.target == engine.rank;
    // While other processes may still be in the previous epoch, an operation on the own window is queued like any other
    // (NR-RMAOP-5).
    const bool at_once = window.is_direct(operation.target) || (own && !window.awaits_others());
    return at_once ? op_direct(engine, window, operation) : op_queued(engine, window, operation);
}

}  // namespace rmasim::newrma
