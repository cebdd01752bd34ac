#include "protocol/ch3/modes/modes.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"
#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/mem_sync.h"
#include "protocol/ch3/routines/op_form.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/ch3/routines/run_out.h"
#include "protocol/ch3/routines/supply.h"
#include "protocol/parts/direct_op.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

// True if the target is locked, as far as the window has a record: if elements of locked targets were freed, any target
// may be locked.
bool is_locked(const Window& window, Rank target) {
    std::uint32_t steps = 0;
    return window.table.find(target, window.comm_rank_of(target), steps) != nullptr || window.lost_elements > 0;
}

// Raises ErroneousProgram unless an access epoch to the target is open.
void require_access(const Window& window, const Operation& operation) {
    const Call call = call_of(operation);
    const Rank target = operation.target;
    if (window.state == WindowState::unset) {
        refuse_without_access(call, {Call::fence, Call::start, Call::lock, Call::lock_all});
    }
    if (target == proc_null) return;
    const auto in_group = [&] {
        return std::find(window.start_group.begin(), window.start_group.end(), target) != window.start_group.end();
    };
    if (window.in_pscw() && !in_group()) {
        refuse_outside_group(call, target);
    }
    if (window.state == WindowState::per_target && !is_locked(window, target)) {
        refuse_unlocked(call, target);
    }
}

// Sets the first state of a new target element (CH3-OP-2).
void set_first_state(EngineState& engine, Window& window, TargetElement& target) {
    const bool granted = window.state == WindowState::per_target || window.state == WindowState::lock_all_granted;
    if (granted) set_state(engine, window, target, TargetState::lock_granted);
    if (window.state == WindowState::lock_all_called) set_state(engine, window, target, TargetState::lock_called);
}

// Activates the window after an operation was added to an issue list, if operations may be issued.
void note_listed(EngineState& engine, Window& window, const TargetElement& target) {
    if (target.state == TargetState::lock_granted || window.state == WindowState::fence_granted ||
        window.state == WindowState::pscw_granted || window.state == WindowState::lock_all_granted) {
        activate(engine, window);
    }
}

// CH3-OP-4: adds an operation to its target. With `delay_issuing`, the operation is held back, and the operation that
// was held back before is added to the issue list.
void enqueue_op(EngineState& engine, Window& window, TargetElement& target, OperationElement& op,
                const Operation& operation) {
    engine.world.observer.op_posted(engine.rank, op.id(), operation);
    if (op.has_request) engine.requests.find(operation.request)->op = op.id();
    const bool held = engine.config.delay_issuing && !op.has_request;
    OperationElement* const listed = held ? target.held : &op;
    if (held) target.held = &op;
    if (listed == nullptr) return;
    append(window, target, *listed);
    note_listed(engine, window, target);
}

bool too_many_missing(const EngineState& engine) {
    const std::int32_t limit = engine.config.wait_responses;
    return limit >= 0 && engine.responses_missing > 0 && engine.responses_missing >= static_cast<std::uint32_t>(limit);
}

}  // namespace

Task<> rma_op(EngineState& engine, Operation operation) {
    Window& window = engine.windows[operation.window];
    const Call call = call_of(operation);
    const ActiveCalls::Entry under_way(window.calls, call);
    require_access(window, operation);
    if (window.in_fence()) window.fence_has_operations = true;
    const bool empty = operation.region.count == 0 || operation.target == proc_null;
    if (empty || window.is_direct(operation.target)) {
        const bool in_passive_epoch = !window.in_fence() && !window.in_pscw();
        if (operation.kind == OpKind::get && in_passive_epoch) mem_sync(engine, window, MemSync::get_before);
        if (!empty) apply_directly(engine.world, engine.rank, operation);
        if (operation.request != no_request) engine.requests.find(operation.request)->done = true;
        co_return;
    }
    OperationElement* op = try_take_op(engine, window);
    if (op == nullptr) op = co_await obtain_op(engine, call, window);
    set_form(engine, *op, operation);
    TargetElement* target = find_target(engine, window, operation.target);
    if (target == nullptr) {
        target = try_take_target(engine, window, operation.target);
        if (target == nullptr) target = co_await obtain_target(engine, call, window, operation.target);
        if (window.state == WindowState::per_target) {
            engine.world.observer.target_made_again(engine.rank, window.id, target->rank);
        }
        set_first_state(engine, window, *target);
    }
    enqueue_op(engine, window, *target, *op, operation);
    progress_target(engine, window, target);
    if (too_many_missing(engine)) {
        wait_until(engine, {call, window.id, Awaited::operations, no_rank},
                   [&engine] { return !too_many_missing(engine); });
        co_await engine.waits;
    }
}

}  // namespace rmasim::ch3
