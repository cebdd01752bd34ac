// Dispatch of call requests to the routines of the calls. Where possible, a suspended call is a single coroutine frame.
#include "protocol/oldqueue/engine.h"
#include "protocol/oldqueue/modes/modes.h"
#include "protocol/oldqueue/routines/create.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/parts/messages/message_calls.h"

#include <optional>
#include <utility>

namespace rmasim::oldqueue {

namespace {

Task<> two_sided_call(EngineState& engine, CallRequest request, CallAnswer& answer) {
    const Entry entry(engine);
    if (starts_requests(request.call)) {
        co_await start_requests(engine.two_sided, engine.world, engine.waits, engine.config, request);
    } else if (description_of(request.call).kind == CallClass::request) {
        // A named variable: g++ 12 destroys a temporary aggregate of a co_await twice.
        RequestList list = request_list(engine.world, engine.waits, engine.rank, request, answer);
        co_await request_call(MessageCalls(engine.two_sided), std::move(list), answer);
    } else {
        co_await begin_message_call(engine.two_sided, engine.world, engine.waits, engine.config, request, answer);
    }
}

// Executes POST, START or TEST, which never wait.
Task<> marking_call(EngineState& engine, Window& window, CallRequest request, CallAnswer& answer) {
    const Entry entry(engine, window, request.call);
    if (request.call == Call::post) post(engine, window, std::move(request.group));
    else if (request.call == Call::start) start(window, std::move(request.group));
    else answer.done = test(engine, window);
    co_return;
}

Task<> dispatch(EngineState& engine, CallRequest&& request, CallAnswer& answer) {
    if (is_two_sided(description_of(request.call).kind)) return two_sided_call(engine, std::move(request), answer);
    Window& window = engine.windows[request.window];
    switch (request.call) {
        case Call::fence: return fence(engine, window, request.asserts);
        case Call::complete: return complete(engine, window);
        case Call::wait: return wait(engine, window);
        case Call::lock: return lock(engine, window, request.target, request.lock_type, request.asserts);
        case Call::unlock: return unlock(engine, window, request.target);
        case Call::post:
        case Call::start:
        case Call::test: return marking_call(engine, window, std::move(request), answer);
        default: return rma_op(engine, window, request.call, request.operation);
    }
}

// A call that must wait for WIN_CREATE, such as the process's first call (OQ-CREATE-1). While the call waits, it
// already counts as a call on its window (OQ-THREAD-1).
Task<> first_call(EngineState& engine, CallRequest request, CallAnswer& answer) {
    {
        std::optional<ActiveCalls::Entry> inside;
        if (!is_two_sided(description_of(request.call).kind))
            inside.emplace(engine.windows[request.window].calls, request.call);
        const Entry entry(engine);
        co_await wait_for_windows(engine, request.call);
    }
    co_await dispatch(engine, std::move(request), answer);
}

}  // namespace

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    if (!oldqueue::calls.contains(request.call)) refuse(request.call);
    if (!knows_all_windows(state_)) return first_call(state_, std::move(request), answer);
    return dispatch(state_, std::move(request), answer);
}

}  // namespace rmasim::oldqueue
