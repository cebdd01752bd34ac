// Dispatch of call requests to the routines of the calls, and execution of calls from their begin to their return.
#include "protocol/base/call_table.h"
#include "protocol/synccount/engine.h"
#include "protocol/synccount/modes/change_comm.h"
#include "protocol/synccount/modes/counters.h"
#include "protocol/synccount/modes/requests.h"
#include "protocol/synccount/modes/rma_op.h"

#include <utility>

namespace rmasim::synccount {

namespace {

Task<> fail_noted(const EngineState& engine, Call call) {
    raise_noted(engine, call);
    co_return;
}

Task<> send(EngineState& engine, Call call, const Message& message, CallAnswer& answer) {
    const std::uint32_t eager_bytes = engine.config.message_eager_bytes;
    if (call == Call::isend) return engine.two_sided.isend(engine.world, message, eager_bytes, answer);
    return engine.two_sided.send(engine.world, engine.waits, message, eager_bytes);
}

// Sends a message of datatype MPI_HANDLE_SYNC, which contains the translated handle.
Task<> send_of_handle(EngineState& engine, Call call, Message message, CallAnswer& answer) {
    message.handle = sent_handle(engine, call, message.handle);
    co_await send(engine, call, message, answer);
}

Task<> message_call(EngineState& engine, Call call, const Message& message, CallAnswer& answer) {
    const bool sends = call == Call::send || call == Call::isend;
    if (sends && message.handle != 0) return send_of_handle(engine, call, message, answer);
    if (sends) return send(engine, call, message, answer);
    if (call == Call::recv) return engine.two_sided.recv(engine.world, engine.waits, message);
    return engine.two_sided.irecv(engine.world, message, answer);
}

Task<> start_all(EngineState& engine, Call call, std::vector<RequestId> requests) {
    for (const RequestId id : requests) start_request(engine, call, id);
    co_return;
}

Task<> request_calls(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    if (starts_requests(request.call)) return start_all(engine, request.call, std::move(request.requests));
    return request_call(
        Requests(engine),
        {engine.world, engine.waits, engine.rank, request.call, std::move(request.requests), std::move(request.more)},
        answer);
}

Task<> counter_call(EngineState& engine, Call call, Window& window, Rank target,
                    std::shared_ptr<const RequestArguments> given, CallAnswer& answer) {
    const RequestArguments& arguments = *given;
    switch (call) {
        case Call::win_alloc_sync_objects: alloc_counters(engine, window, arguments); break;
        case Call::win_free_sync_objects: free_counters(engine, window, arguments); break;
        case Call::win_sync_ops_init: answer.request = ops_init(engine, window, target, arguments); break;
        default: answer.request = object_init(engine, window, arguments);
    }
    co_return;
}

Task<> operation_call(EngineState& engine, Call call, Operation operation) {
    rma_op(engine, engine.windows[operation.window], call, operation);
    co_return;
}

}  // namespace

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    if (!synccount::calls.contains(request.call)) refuse(request.call);
    if (!state_.noted.empty()) return fail_noted(state_, request.call);
    if (state_.uncreated > 0) create_windows(state_);
    const auto given = [&request] {
        return request.more ? std::move(request.more) : std::make_shared<const RequestArguments>();
    };
    switch (description_of(request.call).kind) {
        case CallClass::barrier: return state_.two_sided.barrier(state_.world, state_.waits, request.comm);
        case CallClass::collective:
            return state_.two_sided.collective(state_.world, state_.waits, request, state_.config.collectives);
        case CallClass::message: return message_call(state_, request.call, request.message, answer);
        case CallClass::request: return request_calls(state_, request, answer);
        case CallClass::counters:
            return counter_call(state_, request.call, state_.windows[request.window], request.target, given(), answer);
        case CallClass::changes_group:
            return change_comm(state_, state_.windows[request.window], given()->new_size, request.target);
        default: return operation_call(state_, request.call, request.operation);
    }
}

}  // namespace rmasim::synccount
