// Dispatch of call requests to the routines of the calls, and execution of calls from their begin to their return.
#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "protocol/base/types.h"
#include "protocol/parts/messages/message_calls.h"
#include "protocol/synccount/engine.h"
#include "protocol/synccount/modes/modes.h"

#include <utility>

namespace rmasim::synccount {

namespace {

Task<> fail_noted(const EngineState& engine, Call call) {
    raise_noted(engine, call);
    co_return;
}

// A message or a collective call whose data are not handles.
Task<> plain_call(EngineState& engine, const CallRequest& request, CallAnswer& answer) {
    return begin_message_call(engine.two_sided, engine.world, engine.waits, engine.config, request, answer);
}

// Sends a message of datatype MPI_HANDLE_SYNC.
Task<> send_of_handles(EngineState& engine, CallRequest request, CallAnswer& answer) {
    const std::vector<std::uint64_t> handles = sent_handles(engine, request);
    if (request.message.peer != proc_null) request.message.data = payload_of(engine, handles);
    co_await plain_call(engine, request, answer);
}

Task<> message_call(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    if (!sends_message(request.call) || request.message.datatype != Datatype::handle_sync)
        return plain_call(engine, request, answer);
    return send_of_handles(engine, std::move(request), answer);
}

// A collective call of datatype MPI_HANDLE_SYNC. All handles that a rank receives are remote, even the rank's own
// handle in GATHER. The root of BCAST receives nothing, so its handles remain local.
Task<> collective_of_handles(EngineState& engine, CallRequest request, CallAnswer& answer) {
    if (sends(request, engine.rank)) request.message.data = payload_of(engine, sent_handles(engine, request));
    co_await plain_call(engine, request, answer);
    if (request.call != Call::bcast || request.message.peer != engine.rank || !request.more) co_return;
    const std::vector<std::uint64_t>& handles = request.more->handles;
    const std::vector<std::int64_t> own(handles.begin(), handles.end());
    engine.world.memory.write_words(engine.rank, request.operation.result, own);
}

Task<> collective_call(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    if (request.message.datatype != Datatype::handle_sync) return plain_call(engine, request, answer);
    return collective_of_handles(engine, std::move(request), answer);
}

Task<> start_all(EngineState& engine, Call call, std::vector<RequestId> requests) {
    const Config& config = engine.config;
    for (const RequestId id : requests) {
        if (id != no_request && (id & message_request) == 0) {
            start_request(engine, call, id);
        } else {
            std::vector<RequestId> one(1, id);
            co_await engine.two_sided.start(engine.world, engine.waits, call, std::move(one),
                                            message_limits(config), config.collectives);
        }
    }
}

Task<> request_calls(EngineState& engine, CallRequest& request, CallAnswer& answer) {
    if (starts_requests(request.call)) return start_all(engine, request.call, std::move(request.requests));
    return request_call(Requests(engine), request_list(engine.world, engine.waits, engine.rank, request, answer),
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

NewGroup new_group(const EngineState& engine, const CallRequest& request) {
    if (!request.more) return {};
    const RankGroup* const given = request.more->new_group;
    return {given != nullptr ? given : engine.world.first_group(engine.rank, request.window), request.more->new_size};
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
        case CallClass::barrier:
        case CallClass::persistent:
        case CallClass::probe:
        case CallClass::buffering: return plain_call(state_, request, answer);
        case CallClass::collective: return collective_call(state_, request, answer);
        case CallClass::message: return message_call(state_, request, answer);
        case CallClass::request: return request_calls(state_, request, answer);
        case CallClass::counters:
            return counter_call(state_, request.call, state_.windows[request.window], request.target, given(), answer);
        case CallClass::changes_group:
            return change_comm(state_, state_.windows[request.window], new_group(state_, request), request.target);
        default: return operation_call(state_, request.call, request.operation);
    }
}

}  // namespace rmasim::synccount
