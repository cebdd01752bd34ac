// RMA_OP: posting operations, the same road for every mode. The design's loops ("if granted queue or issue; if issued
// wait for the grant or for elements; ...") come down to four steps: have a target element, see to its lock, have an
// operation element, queue it and issue what may go.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Call Engine::call_of(const Operation& operation) {
    constexpr Call plain[] = {
        Call::put, Call::get, Call::accumulate, Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap};
    constexpr Call with_request[] = {Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate};
    const auto kind = static_cast<std::size_t>(operation.kind);
    return operation.request == no_request ? plain[kind] : with_request[kind];
}

Task<> Engine::rma_op(Operation operation) {
    Window& window = windows_[operation.window];
    if (is_direct(window, operation.target)) return op_direct(window, operation);
    return operation.target == rank_ ? op_local(window, operation) : op_remote(window, operation);
}

// Raises unless an access epoch is open that has room for the operation.
void Engine::join_epoch(Window& window, const Operation& operation) const {
    const Call call = call_of(operation);
    if (window.state == WindowState::unset) {
        throw ErroneousProgram(call,
                               "no access epoch is open on the window; open one with fence, start, lock or "
                               "lock_all");
    }
    if (operation.request != no_request && (window.in_fence() || window.in_pscw())) {
        throw ErroneousProgram(call, "operations with a request need a passive-target epoch (lock or lock_all)");
    }
    if (window.in_pscw() && !window.posts.contains(operation.target)) {
        throw ErroneousProgram(call, "rank " + std::to_string(operation.target) + " is not in the group of start");
    }
}

// The caller's own window needs no packet. In FENCE and PSCW the epoch has to be granted: others may still be in the
// one before (NR-RMAOP-5). LOCK_ALL takes the own lock when it is first needed (NR-LOCKALL-8).
Task<> Engine::op_local(Window& window, Operation operation) {
    const Call call = call_of(operation);
    const CallsUnderWay::Entry under_way(window.calls, call);
    join_epoch(window, operation);
    if (window.in_fence()) {
        co_await progress_until({call, window.id, Awaited::barrier, no_rank},
                                [&window] { return window.state == WindowState::fence_granted; });
    } else if (window.in_pscw()) {
        co_await progress_until({call, window.id, Awaited::post, no_rank},
                                [&window] { return window.state == WindowState::pscw_granted; });
    } else if (window.in_lock_all()) {
        co_await lock_own_window(call, window, LockType::shared);
    } else if (window.own_lock != Window::OwnLock::held && window.own_lock != Window::OwnLock::nocheck) {
        throw ErroneousProgram(call, "the target (this rank itself) is not locked");
    }
    apply_locally(window, operation);
    if (operation.request != no_request) requests_.find(operation.request)->done = true;
}

// A fence epoch remembers that it has operations: only a fence may close it.
void Engine::note_operation(Window& window) {
    ++window.operations_posted;
    if (window.in_fence()) window.fence_has_operations = true;
}

void Engine::apply_locally(Window& window, const Operation& operation) {
    Memory& memory = world_.memory;
    const Region& region = operation.region;
    note_operation(window);
    world_.observer.op_local(rank_, operation);
    if (fetches(operation.kind)) {
        const Payload before = operation.kind == OpKind::get
                                   ? memory.read(rank_, operation.target, window.id, region)
                                   : memory.read_atomic(rank_, operation.target, window.id, region);
        memory.scatter(rank_, operation.result, region.datatype, region.count, before);
        memory.release(before);
    }
    if (operation.elements_sent() == 0) return;
    const Payload data = memory.gather(rank_, operation.origin, region.datatype, operation.elements_sent());
    if (operation.kind == OpKind::put) {
        memory.write(rank_, operation.target, window.id, region, data);
    } else if (operation.kind == OpKind::compare_and_swap) {
        memory.compare_and_swap(rank_, operation.target, window.id, region, data);
    } else {
        memory.accumulate(rank_, operation.target, window.id, region, operation.reduce, data);
    }
    memory.release(data);
}

Task<> Engine::op_remote(Window& window, Operation operation) {
    const Call call = call_of(operation);
    const CallsUnderWay::Entry under_way(window.calls, call);
    join_epoch(window, operation);
    TargetElement* target = find_target(window, operation.target);
    if (target == nullptr) target = co_await obtain_target(call, window, operation.target);
    ++target->users;
    // A second operation, or one that is not short, cannot ride with the lock: ask for it now (NR-LOCKOP-3).
    const bool first_short = config_.optimizations.single_op && target->ops == nullptr && is_short(operation);
    if (target->state == TargetState::lock_called && !first_short) request_lock(window, *target);

    OperationElement* op = try_take_op(window);
    if (op == nullptr) op = co_await obtain_op(call, window);
    queue_op(window, *target, *op, operation);
    --target->users;
    make_progress_target(window, *target);
}

void Engine::queue_op(Window& window, TargetElement& target, OperationElement& op, const Operation& operation) {
    op.operation = operation;
    note_operation(window);
    op.serial = window.operations_posted;
    if (operation.request != no_request) requests_.find(operation.request)->op = op.id;
    target.append(&op);
    ++window.operations_queued;
    world_.observer.op_posted(rank_, op.id, operation);
    // More than may be held back: all of them go as soon as they may (NR-RMAOP-2).
    if (target.pending > config_.piggyback_threshold) target.releasing = true;
}

}  // namespace rmasim::newrma
