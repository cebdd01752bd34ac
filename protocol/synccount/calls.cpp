// A call from its begin to its return.
#include "protocol/base/call_table.h"
#include "protocol/synccount/engine.h"
#include "protocol/synccount/modes/change_comm.h"
#include "protocol/synccount/modes/counters.h"
#include "protocol/synccount/modes/requests.h"
#include "protocol/synccount/modes/rma_op.h"

#include <utility>

namespace rmasim::synccount {

namespace {

// A message of datatype MPI_HANDLE_SYNC has the translated handle.
Message translated(EngineState& engine, Call call, Message message) {
    const bool sends = call == Call::send || call == Call::isend;
    if (sends && message.handle != 0) message.handle = sent_handle(engine, call, message.handle);
    return message;
}

Task<> message_call(EngineState& engine, const CallRequest& request, CallAnswer& answer) {
    const Message message = translated(engine, request.call, request.message);
    switch (request.call) {
        case Call::send: return engine.two_sided.send(engine.world, message);
        case Call::recv: return engine.two_sided.recv(engine.world, engine.waits, message);
        case Call::isend: return engine.two_sided.isend(engine.world, message, answer);
        default: return engine.two_sided.irecv(engine.world, message, answer);
    }
}

void start_all(EngineState& engine, const CallRequest& request) {
    for (const RequestId id : request.requests) start_request(engine, request.call, id);
}

Task<> request_calls(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    return request_call(
        Requests(engine),
        {engine.world, engine.waits, engine.rank, request.call, std::move(request.requests), std::move(request.more)},
        answer);
}

void window_call(EngineState& engine, const CallRequest& request, CallAnswer& answer) {
    Window& window = engine.windows[request.window];
    const RequestArguments none_given;
    const RequestArguments& more = request.more ? *request.more : none_given;
    switch (request.call) {
        case Call::win_alloc_sync_objects: return alloc_counters(engine, window, more);
        case Call::win_free_sync_objects: return free_counters(engine, window, more);
        case Call::win_sync_ops_init: answer.request = ops_init(engine, window, request.target, more); return;
        case Call::win_sync_object_init: answer.request = object_init(engine, window, more); return;
        default: return rma_op(engine, window, request.call, request.operation);
    }
}

Task<> call(EngineState& engine, CallRequest request, CallAnswer& answer) {
    raise_noted(engine, request.call);
    switch (description_of(request.call).kind) {
        case CallClass::barrier: co_await engine.two_sided.barrier(engine.world, engine.waits); break;
        case CallClass::message: co_await message_call(engine, request, answer); break;
        case CallClass::changes_group:
            co_await change_comm(engine, engine.windows[request.window], request.more ? request.more->new_size : 0,
                                 request.target);
            break;
        case CallClass::request:
            if (request.call == Call::request_start || request.call == Call::request_startall) {
                start_all(engine, request);
            } else {
                co_await request_calls(engine, request, answer);
            }
            break;
        default: window_call(engine, request, answer);
    }
}

}  // namespace

Task<> Engine::begin(CallRequest request, CallAnswer& answer) {
    if (!synccount::calls.contains(request.call)) refuse(request.call);
    return call(state_, std::move(request), answer);
}

}  // namespace rmasim::synccount
