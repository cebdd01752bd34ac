// Dispatch of call requests to the routines of the calls.
#include "protocol/base/call_table.h"
#include "protocol/ch3/engine.h"
#include "protocol/ch3/modes/modes.h"
#include "protocol/ch3/routines/progress.h"
#include "protocol/parts/attach.h"
#include "protocol/parts/messages/message_calls.h"
#include "protocol/parts/requests/polled_calls.h"

#include <utility>

namespace rmasim::ch3 {

namespace {

// POST and TEST, which never wait, as tasks.
Task<> post_at_once(EngineState& engine, Window& window, Group group, Assert asserts) {
    post(engine, window, std::move(group), asserts);
    co_return;
}
Task<> test_at_once(EngineState& engine, Window& window, CallAnswer& answer) {
    answer.done = test(engine, window);
    co_return;
}

Task<> begin_on_window(EngineState& engine, Window& window, CallRequest&& request, CallAnswer& answer) {
    if (!window.life.present() && request.call != Call::win_create) return window.life.refuse(request.call);
    switch (request.call) {
        case Call::fence: return fence(engine, window, request.asserts);
        case Call::post: return post_at_once(engine, window, std::move(request.group), request.asserts);
        case Call::start: return start(engine, window, std::move(request.group), request.asserts);
        case Call::complete: return complete(engine, window);
        case Call::wait: return wait(engine, window);
        case Call::test: return test_at_once(engine, window, answer);
        case Call::lock: return lock(engine, window, request.lock_type, request.target, request.asserts);
        case Call::unlock: return unlock(engine, window, request.target);
        case Call::lock_all: return lock_all(engine, window, request.asserts);
        case Call::unlock_all: return unlock_all(engine, window);
        case Call::flush: return flush(engine, window, request.target);
        case Call::flush_local: return flush_local(engine, window, request.target);
        case Call::flush_all: return flush_all(engine, window);
        case Call::flush_local_all: return flush_local_all(engine, window);
        case Call::sync: return sync(engine, window);
        case Call::win_attach:
        case Call::win_detach: return attach_or_detach(engine.world, engine.rank, std::move(request));
        case Call::win_create: return win_create(engine, window);
        case Call::win_free: return win_free(engine, window);
        default: refuse(request.call);
    }
}

Task<> begin_operation(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    const Window& window = engine.windows[request.operation.window];
    if (!window.life.present()) return window.life.refuse(request.call);
    if (has_request(request.call)) answer.request = request.operation.request = engine.requests.open();
    return rma_op(engine, request.operation);
}

}  // namespace

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    if (!ch3::calls.contains(request.call)) refuse(request.call);
    switch (description_of(request.call).kind) {
        case CallClass::operation: return begin_operation(state_, request, answer);
        case CallClass::request:
            if (starts_requests(request.call)) {
                return start_requests(state_.two_sided, state_.world, state_.waits, state_.config, request);
            }
            return request_call(requests_of(state_),
                                request_list(state_.world, state_.waits, state_.rank, request, answer), answer);
        case CallClass::barrier:
        case CallClass::message:
        case CallClass::persistent:
        case CallClass::probe:
        case CallClass::buffering:
        case CallClass::collective: return PolledCalls<poke, EngineState>::begin(state_, std::move(request), answer);
        default: return begin_on_window(state_, state_.windows[request.window], std::move(request), answer);
    }
}

}  // namespace rmasim::ch3
