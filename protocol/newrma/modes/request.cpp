#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"

namespace rmasim::newrma {

namespace {

// Issues the operations of the request's target, as FLUSH_LOCAL does (NR-OPS-6). Does nothing if the request's
// operation is issued already, or will be issued without a closing call. (In LOCK_CALLED it will not: the lock is not
// requested yet.)
void release_op_of(EngineState& engine, const Request& request) {
    OperationElement& op = engine.ops[request.op];
    TargetElement& target = *op.target;
    const bool will_be_issued = target.state != TargetState::lock_called && target.is_released(op);
    if (op.issued() || will_be_issued) return;
    Window& window = engine.windows[target.window];
    raise_sync(engine, target, SyncFlag::flush_local);
    make_progress_target(engine, window, target);
}

}  // namespace

Task<> request_wait(EngineState& engine, RequestId id) {
    const Request& request = require_request(engine.requests, Call::request_wait, id);
    if (!request.done) release_op_of(engine, request);
    if (!request.done) {
        const OperationElement& op = engine.ops[request.op];
        const WindowId window = op.target->window;
        const Rank target = op.target->rank;
        engine.waits.until({Call::request_wait, window, Awaited::request, target},
                           [&request, &op] { return request.done || op.sending(); });
        co_await engine.waits;
        engine.waits.until({Call::request_wait, window, Awaited::send_completed, target},
                           [&request, &op] { return request.done || !op.sending(); });
        co_await engine.waits;
        // The operation's data have left the user's memory, but it leaves the list only after earlier operations.
        engine.waits.until({Call::request_wait, window, Awaited::request, target}, [&request] { return request.done; });
        co_await engine.waits;
    }
    engine.requests.close(id);
}

void RequestedOperations::begin(const Request& request) { release_op_of(engine_, request); }

WaitReason RequestedOperations::reason(Call call, OpId op) const {
    const TargetElement& target = *engine_.ops[op].target;
    return {call, target.window, Awaited::request, target.rank};
}

}  // namespace rmasim::newrma
