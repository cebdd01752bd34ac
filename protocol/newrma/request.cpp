// The requests of r-forms: complete when the operation is, at its origin. MPI_RMA gives them a waiting call of their
// own, so what is held back for the user's next closing call goes out for this one, too.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Request& Engine::require_request(Call call, RequestId id) {
    Request* const request = requests_.find(id);
    if (request == nullptr) throw ErroneousProgram(call, "no open request has the number " + std::to_string(id));
    if (!request->done && request->op == no_operation) {
        throw ErroneousProgram(call, "the operation of request " + std::to_string(id) + " was refused");
    }
    return *request;
}

// The operations of that target go out, as for FLUSH_LOCAL (NR-OPS-6); not if this one is on its way already.
void Engine::release_op_of(const Request& request) {
    OperationElement& op = ops_[request.op];
    if (op.issued) return;
    TargetElement& target = *op.target;
    Window& window = windows_[op.operation.window];
    raise_sync(target, SyncFlag::flush_local);
    make_progress_target(window, target);
}

Task<> Engine::request_wait(RequestId id) {
    const Request& request = require_request(Call::request_wait, id);
    if (!request.done) release_op_of(request);
    if (!request.done) {
        const OperationElement& op = ops_[request.op];
        co_await progress_until({Call::request_wait, op.operation.window, Awaited::request, op.operation.target},
                                [&request] { return request.done; });
    }
    requests_.close(id);
}

Task<bool> Engine::request_test(RequestId id) {
    const Request& request = require_request(Call::request_test, id);
    if (!request.done) release_op_of(request);
    const bool done = request.done;
    if (done) requests_.close(id);
    co_return done;
}

}  // namespace rmasim::newrma
