#include "protocol/ch4/modes/modes.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"
#include "protocol/ch4/routines/native.h"
#include "protocol/ch4/routines/origin_side.h"
#include "protocol/parts/direct_op.h"
#include "protocol/parts/epoch_errors.h"

#include <algorithm>

namespace rmasim::ch4 {

namespace {

// Raises ErroneousProgram unless an access epoch to the target is open (CH4-ERROR-1).
void require_access(const Window& window, const Operation& operation) {
    const Call call = call_of(operation);
    const Rank target = operation.target;
    if (window.epoch == Epoch::none) {
        refuse_without_access(call, {Call::fence, Call::start, Call::lock, Call::lock_all});
    }
    if (target == proc_null) return;
    if (window.epoch == Epoch::pscw) {
        const Group& group = window.pscw_if_any->start_group;
        if (std::find(group.begin(), group.end(), target) == group.end()) {
            refuse_outside_group(call, target);
        }
    }
    const Target* const known = window.targets.find(target);
    if (window.epoch == Epoch::lock && (known == nullptr || !known->locked)) {
        refuse_unlocked(call, target);
    }
}

// True if the operation is executed in memory, without a packet (CH4-OP-4, CH4-NATIVE-9, CH4-NODE-2).
bool is_direct(const EngineState& engine, const Window& window, const Operation& operation) {
    const NetworkUse& use = window.network;
    const bool direct = accumulates(operation.kind) ? use.direct_accumulates : use.direct_on_node;
    if (direct && engine.world.memory.node_of(engine.rank).contains(operation.target)) return true;
    return operation.target == engine.rank && (!accumulates(operation.kind) || use.own_at_once);
}

void apply(EngineState& engine, const Window& window, const Operation& operation) {
    const bool passive = window.epoch == Epoch::lock || window.epoch == Epoch::lock_all;
    if (operation.kind == OpKind::get && passive) mem_sync(engine, window, MemSync::get_before);
    apply_directly(engine.world, engine.rank, operation);
}

}  // namespace

Task<> rma_op(EngineState& engine, Operation operation) {
    Window& window = engine.windows[operation.window];
    const ActiveCalls::Entry under_way(window.calls, call_of(operation));
    require_access(window, operation);
    if (window.epoch == Epoch::fence) window.fence_has_operations = true;
    const bool empty = operation.region.count == 0 || operation.target == proc_null;
    if (!empty && !is_direct(engine, window, operation)) {
        if (accumulates(operation.kind) && window.network.atomics) {
            wait_for_other_accumulates(engine, window, operation);
            co_await engine.waits;
        }
        if (is_native(engine, window, operation)) send_natively(engine, window, operation);
        else send_operation(engine, window, operation);
        co_return;
    }
    if (!empty) apply(engine, window, operation);
    if (operation.request != no_request) engine.requests.find(operation.request)->done = true;
}

}  // namespace rmasim::ch4
