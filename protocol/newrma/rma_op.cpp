// RMA_OP: posting PUT, GET and ACCUMULATE, the same road for every mode. The design's loops ("if granted queue or
// issue; if issued wait for the grant or for elements; ...") come down to four steps: have a target element, see to its
// lock, have an operation element, queue it and issue what may go.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

Call call_of(OpKind kind) {
    constexpr Call calls[] = {Call::put, Call::get, Call::accumulate};
    return calls[static_cast<std::size_t>(kind)];
}

bool in_fence(const Window& window) {
    return window.state == WindowState::fence_issued || window.state == WindowState::fence_granted;
}

}  // namespace

Task<> Engine::post(Operation operation) {
    Window& window = windows_[operation.window];
    return operation.target == rank_ ? post_local(window, operation) : post_remote(window, operation);
}

// Raises unless an access epoch is open. A fence epoch remembers that it has operations: only a fence may close it.
void Engine::join_epoch(Window& window, const Operation& operation) const {
    if (window.state == WindowState::per_target) return;
    if (in_fence(window)) {
        window.fence_has_operations = true;
        return;
    }
    throw ErroneousProgram(call_of(operation.kind),
                           "no access epoch is open on the window; open one with fence or lock");
}

// The caller's own window needs no packet. In a fence epoch the others may still be in the one before: wait until all
// have entered (NR-RMAOP-5).
Task<> Engine::post_local(Window& window, Operation operation) {
    const Call call = call_of(operation.kind);
    join_epoch(window, operation);
    if (in_fence(window)) {
        co_await progress_until({call, window.id, Awaited::barrier, no_rank},
                                [&window] { return window.state == WindowState::fence_granted; });
    } else if (window.own_lock != Window::OwnLock::held && window.own_lock != Window::OwnLock::nocheck) {
        throw ErroneousProgram(call, "the target (this rank itself) is not locked");
    }
    Memory& memory = world_.memory;
    world_.observer.op_local(rank_, operation);
    const std::uint32_t bytes = operation.bytes();
    if (operation.kind == OpKind::get) {
        const Payload data = memory.read(rank_, window.id, operation.disp_bytes, bytes);
        memory.scatter(rank_, operation.origin, operation.datatype, operation.count, data);
        memory.release(data);
        co_return;
    }
    const Payload data = memory.gather(rank_, operation.origin, operation.datatype, operation.count);
    if (operation.kind == OpKind::put) {
        memory.write(rank_, window.id, operation.disp_bytes, bytes, data);
    } else {
        memory.accumulate(rank_, window.id, operation.disp_bytes, bytes, operation.datatype, operation.reduce, data);
    }
    memory.release(data);
}

Task<> Engine::post_remote(Window& window, Operation operation) {
    const Call call = call_of(operation.kind);
    join_epoch(window, operation);
    TargetElement* target = find_target(window, operation.target);
    if (target == nullptr) {
        const bool locked = window.state == WindowState::per_target;
        if (locked) reclaim_lost_element(call, window);
        target = co_await obtain_target(call, window, operation.target,
                                        locked ? TargetState::lock_granted : TargetState::none);
    }
    ++target->users;
    // A second operation, or one that is not short, cannot ride with the lock: ask for it now (NR-LOCKOP-3).
    const bool first_short = config_.optimizations.single_op && target->ops == nullptr && is_short(operation);
    if (target->state == TargetState::lock_called && !first_short) request_lock(window, *target);

    OperationElement* const op = co_await obtain_op(call, window);
    queue_op(*target, *op, operation);
    --target->users;
    make_progress_target(window, *target);
}

void Engine::queue_op(TargetElement& target, OperationElement& op, const Operation& operation) {
    op.operation = operation;
    target.append(&op);
    world_.observer.op_posted(rank_, op.id, operation);
    // More than may be held back: all of them go as soon as they may (NR-RMAOP-2).
    if (target.pending > config_.piggyback_threshold) target.releasing = true;
}

}  // namespace rmasim::newrma
