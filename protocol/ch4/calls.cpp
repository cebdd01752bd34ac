// Dispatch of call requests to the routines of the calls.
#include "protocol/base/call_table.h"
#include "protocol/ch4/engine.h"
#include "protocol/ch4/modes/fence.h"
#include "protocol/ch4/modes/flush.h"
#include "protocol/ch4/modes/lock.h"
#include "protocol/ch4/modes/lock_all.h"
#include "protocol/ch4/modes/pscw.h"
#include "protocol/ch4/modes/request.h"
#include "protocol/ch4/modes/rma_op.h"
#include "protocol/ch4/modes/win_free.h"
#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/attach.h"
#include "protocol/parts/polled_calls.h"

#include <utility>

namespace rmasim::ch4 {

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
RequestList list_of(EngineState& engine, CallRequest& request) {
    return {engine.world,           engine.waits, engine.rank, request.call, std::move(request.requests),
            std::move(request.more)};
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
        case Call::flush:
        case Call::flush_local: return flush(engine, request.call, window, request.target);
        case Call::flush_all:
        case Call::flush_local_all: return flush_all(engine, request.call, window);
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
    if (is_operation(request.call)) return begin_operation(state_, request, answer);
    switch (request.call) {
        case Call::request_wait:
        case Call::request_test:
        case Call::request_waitall:
        case Call::request_waitany:
        case Call::request_testall:
        case Call::request_waitsome:
        case Call::request_testany:
        case Call::request_testsome:
        case Call::request_free: return request_call(requests_of(state_), list_of(state_, request), answer);
        case Call::barrier:
        case Call::bcast:
        case Call::reduce:
        case Call::allreduce:
        case Call::gather:
        case Call::allgather:
        case Call::scatter:
        case Call::alltoall:
        case Call::send:
        case Call::recv:
        case Call::isend:
        case Call::irecv: return PolledCalls<progress, EngineState>::begin(state_, std::move(request), answer);
        default: break;
    }
    if (!ch4::calls.contains(request.call)) refuse(request.call);
    return begin_on_window(state_, state_.windows[request.window], std::move(request), answer);
}

}  // namespace rmasim::ch4
