#include "protocol/ch3/modes/request.h"

#include "protocol/base/errors.h"
#include "protocol/ch3/routines/progress.h"

namespace rmasim::ch3 {

namespace {

Request& require_request(EngineState& engine, Call call, RequestId id) {
    Request* const request = engine.requests.find(id);
    if (request == nullptr) throw ErroneousProgram(call, "no open request has the number " + std::to_string(id));
    if (!request->done && request->op == no_operation) {
        throw ErroneousProgram(call, "the operation of request " + std::to_string(id) + " was refused");
    }
    return *request;
}

}  // namespace

Task<> request_wait(EngineState& engine, RequestId id) {
    const Request& request = require_request(engine, Call::request_wait, id);
    if (!request.done) {
        const Operation& operation = engine.ops[request.op].operation;
        const WaitReason reason{Call::request_wait, operation.window, Awaited::request, operation.target};
        co_await wait_until(engine, reason, [&request] { return request.done; });
    }
    engine.requests.close(id);
}

bool request_test(EngineState& engine, RequestId id) {
    const Request& request = require_request(engine, Call::request_test, id);
    if (!request.done) poke(engine);
    const bool done = request.done;
    if (done) engine.requests.close(id);
    return done;
}

}  // namespace rmasim::ch3
