// Dispatch of call requests to the routines of the calls.
#include "protocol/base/call_table.h"
#include "protocol/newrma/engine.h"
#include "protocol/newrma/modes/modes.h"
#include "protocol/parts/attach.h"
#include "protocol/parts/messages/message_calls.h"

#include <array>
#include <utility>

namespace rmasim::newrma {

namespace {

Task<> answered(Task<bool> test, CallAnswer& answer) { answer.done = co_await test; }

Task<> wait_for_message(EngineState& engine, const RequestList& list, RequestId id) {
    return wait_all(MessageCalls(engine.two_sided),
                    {engine.world, engine.waits, engine.rank, list.call, std::vector<RequestId>(1, id), nullptr,
                     list.statuses, list.errors_return});
}

// Waits for the requests of the list, one after the other, as successive calls of MPI_WAIT do.
Task<> wait_for_each(EngineState& engine, RequestList list) {
    for (std::size_t index = 0; index < list.ids.size(); ++index) {
        const RequestId id = list.ids[index];
        if (id == no_request) {
            report_null(list);
            continue;
        }
        if ((id & message_request) != 0) {
            co_await wait_for_message(engine, list, id);
        } else {
            co_await request_wait(engine, id);
            report_null(list);
        }
        if ((id & persistent_request) == 0) list.set_null(index);
    }
}

// Begins a call on a window: one that opens or closes an epoch, or completes operations inside an epoch.
Task<> begin_on_window(EngineState& engine, Window& window, CallRequest&& request, CallAnswer& answer) {
    if (!window.life.present() && request.call != Call::win_create) return window.life.refuse(request.call);
    switch (request.call) {
        case Call::fence: return fence(engine, window, request.asserts);
        case Call::post: return post(engine, window, std::move(request.group), request.asserts);
        case Call::start: return start(engine, window, std::move(request.group), request.asserts);
        case Call::complete: return complete(engine, window);
        case Call::wait: return wait(engine, window);
        case Call::test: return answered(test(engine, window), answer);
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

// By call: true if the family has the call.
constexpr auto has_call = [] {
    std::array<bool, call_table.size()> has_call{};
    for (const CallDescription& row : call_table) {
        has_call[static_cast<std::size_t>(row.call)] = newrma::calls.contains(row.call);
    }
    return has_call;
}();

Task<> begin_on_requests(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    if (starts_requests(request.call)) {
        return start_requests(engine.two_sided, engine.world, engine.waits, engine.config, request);
    }
    RequestList list = request_list(engine.world, engine.waits, engine.rank, request, answer);
    if (request.call == Call::request_wait) return wait_for_each(engine, std::move(list));
    return request_call(requests_of(engine), std::move(list), answer);
}

}  // namespace

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    if (!has_call[static_cast<std::size_t>(request.call)]) refuse(request.call);
    switch (description_of(request.call).kind) {
        case CallClass::operation: return begin_operation(state_, request, answer);
        case CallClass::request: return begin_on_requests(state_, request, answer);
        case CallClass::barrier:
        case CallClass::message:
        case CallClass::persistent:
        case CallClass::probe:
        case CallClass::buffering:
        case CallClass::collective:
            return begin_message_call(state_.two_sided, state_.world, state_.waits, state_.config, request, answer);
        default: return begin_on_window(state_, state_.windows[request.window], std::move(request), answer);
    }
}

}  // namespace rmasim::newrma
