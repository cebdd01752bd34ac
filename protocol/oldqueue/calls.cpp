// A call from its begin to its return: it looks first, then does what it is for.
#include "protocol/oldqueue/engine.h"
#include "protocol/oldqueue/modes/fence.h"
#include "protocol/oldqueue/modes/lock.h"
#include "protocol/oldqueue/modes/pscw.h"
#include "protocol/oldqueue/modes/rma_op.h"
#include "protocol/oldqueue/routines/look.h"
#include "protocol/parts/request_calls.h"

#include <utility>

namespace rmasim::oldqueue {

namespace {

bool is_two_sided(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::barrier || kind == CallClass::message || kind == CallClass::request;
}

// Registers a call from its begin to its end; lives in the frame of the call.
class CallUnderWay {
public:
    CallUnderWay(EngineState& engine, const CallRequest& request) : engine_(engine), call_(request.call) {
        if (!is_two_sided(call_)) {
            window_ = &engine.windows[request.window];
            window_->calls.enter(call_);
        }
        ++engine.calls;
        if (serves()) ++engine.serving;
    }
    ~CallUnderWay() {
        if (window_ != nullptr) window_->calls.leave(call_);
        --engine_.calls;
        if (serves()) --engine_.serving;
    }
    CallUnderWay(const CallUnderWay&) = delete;
    CallUnderWay& operator=(const CallUnderWay&) = delete;

private:
    // Under `serves: "synchronisation"`.
    bool serves() const { return window_ != nullptr && !is_operation(call_); }

    EngineState& engine_;
    Call call_;
    Window* window_ = nullptr;
};

Task<> two_sided_call(EngineState& engine, const CallRequest& request, CallAnswer& answer) {
    switch (request.call) {
        case Call::barrier: return engine.two_sided.barrier(engine.world, engine.waits);
        case Call::send: return engine.two_sided.send(engine.world, request.message);
        case Call::recv: return engine.two_sided.recv(engine.world, engine.waits, request.message);
        case Call::isend: return engine.two_sided.isend(engine.world, request.message, answer);
        case Call::irecv: return engine.two_sided.irecv(engine.world, request.message, answer);
        default:
            return request_call(MessageCalls(engine.two_sided),
                                {engine.world, engine.waits, engine.rank, request.call, request.requests, request.more},
                                answer);
    }
}

Task<> window_call(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    Window& window = engine.windows[request.window];
    switch (request.call) {
        case Call::fence: co_await fence(engine, window, request.asserts); break;
        case Call::post: post(engine, window, std::move(request.group)); break;
        case Call::start: start(engine, window, std::move(request.group)); break;
        case Call::complete: co_await complete(engine, window); break;
        case Call::wait: co_await wait(engine, window); break;
        case Call::test: answer.done = test(engine, window); break;
        case Call::lock: co_await lock(engine, window, request.target, request.lock_type, request.asserts); break;
        case Call::unlock: co_await unlock(engine, window, request.target); break;
        default: rma_op(engine, window, request.call, request.operation); break;
    }
}

Task<> call(EngineState& engine, CallRequest request, CallAnswer& answer) {
    const CallUnderWay under_way(engine, request);
    look(engine, Looker::rank);
    if (is_two_sided(request.call)) co_await two_sided_call(engine, request, answer);
    else co_await window_call(engine, request, answer);
}

}  // namespace

Task<> Engine::begin(CallRequest request, CallAnswer& answer) {
    if (!oldqueue::calls.contains(request.call)) refuse(request.call);
    return call(state_, std::move(request), answer);
}

}  // namespace rmasim::oldqueue
