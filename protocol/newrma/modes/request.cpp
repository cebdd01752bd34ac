#include "protocol/newrma/modes/request.h"

#include "protocol/newrma/routines/piggyback.h"
#include "protocol/newrma/routines/progress.h"

namespace rmasim::newrma {

namespace {

Request& require_request(EngineState& engine, Call call, RequestId id) {
    Request* const request = engine.requests.find(id);
    if (request == nullptr) throw ErroneousProgram(call, "no open request has the number " + std::to_string(id));
    if (!request->done && request->op == no_operation) {
        throw ErroneousProgram(call, "the operation of request " + std::to_string(id) + " was refused");
    }
    return *request;
}

// Issues the operations of that target, as FLUSH_LOCAL does (NR-OPS-6), unless this operation was issued already, or
// will be when the target grants its lock. (In LOCK_CALLED nobody has asked for that.)
void release_op_of(EngineState& engine, const Request& request) {
    OperationElement& op = engine.ops[request.op];
    TargetElement& target = *op.target;
    const bool will_go = target.state != TargetState::lock_called && target.is_released(op);
    if (op.issued || will_go) return;
    Window& window = engine.windows[op.operation.window];
    raise_sync(engine, target, SyncFlag::flush_local);
    make_progress_target(engine, window, target);
}

}  // namespace

Task<> request_wait(EngineState& engine, RequestId id) {
    const Request& request = require_request(engine, Call::request_wait, id);
    if (!request.done) release_op_of(engine, request);
    if (!request.done) {
        const OperationElement& op = engine.ops[request.op];
        const WindowId window = op.operation.window;
        const Rank target = op.operation.target;
        co_await progress_until(engine, {Call::request_wait, window, Awaited::request, target},
                                [&request, &op] { return request.done || op.sending; });
        co_await progress_until(engine, {Call::request_wait, window, Awaited::data_sent, target},
                                [&request, &op] { return request.done || !op.sending; });
        // It leaves the list after those before it.
        co_await progress_until(engine, {Call::request_wait, window, Awaited::request, target},
                                [&request] { return request.done; });
    }
    engine.requests.close(id);
}

void Requests::begin(Call call, RequestId id) {
    if (is_message(id)) return messages_.begin(call, id);
    const Request& request = require_request(engine_, call, id);
    if (!request.done) release_op_of(engine_, request);
}

bool Requests::is_done(RequestId id) const {
    return is_message(id) ? messages_.is_done(id) : engine_.requests.find(id)->done;
}

bool Requests::report(Call call, RequestId id) {
    if (is_message(id)) return messages_.report(call, id);
    require_request(engine_, call, id);
    engine_.requests.close(id);
    return true;
}

void Requests::free(Call call, RequestId id) {
    if (is_message(id)) return messages_.free(call, id);
    require_request(engine_, call, id);
    throw ErroneousProgram(call, "the request belongs to an RMA operation, and must be waited for");
}

WaitReason Requests::reason(Call call, RequestId id) const {
    if (is_message(id)) return messages_.reason(call, id);
    const OpId op = engine_.requests.find(id)->op;
    // Done at once, on the own window: nobody will wait.
    if (op == no_operation || engine_.requests.find(id)->done) return {call, no_window, Awaited::request};
    const Operation& operation = engine_.ops[op].operation;
    return {call, operation.window, Awaited::request, operation.target};
}

}  // namespace rmasim::newrma
