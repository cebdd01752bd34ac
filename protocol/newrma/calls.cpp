// Dispatch of call requests to the routines of the calls.
#include "protocol/base/call_table.h"
#include "protocol/newrma/engine.h"
#include "protocol/newrma/modes/fence.h"
#include "protocol/newrma/modes/flush.h"
#include "protocol/newrma/modes/lock.h"
#include "protocol/newrma/modes/lock_all.h"
#include "protocol/newrma/modes/pscw.h"
#include "protocol/newrma/modes/request.h"
#include "protocol/newrma/modes/rma_op.h"
#include "protocol/newrma/modes/win_free.h"
#include "protocol/parts/attach.h"

#include <utility>

namespace rmasim::newrma {

namespace {

Task<> answered(Task<bool> test, CallAnswer& answer) { answer.done = co_await test; }

RequestList list_of(EngineState& engine, CallRequest& request) {
    return {engine.world,           engine.waits, engine.rank, request.call, std::move(request.requests),
            std::move(request.more)};
}

Task<> wait_for_message(EngineState& engine, Call call, RequestId id) {
    return wait_all(MessageCalls(engine.two_sided),
                    {engine.world, engine.waits, engine.rank, call, std::vector<RequestId>(1, id), nullptr});
}

// Waits for the requests of the list, one after the other, as successive calls of MPI_WAIT do.
Task<> wait_for_each(EngineState& engine, RequestList list) {
    for (std::size_t index = 0; index < list.ids.size(); ++index) {
        const RequestId id = list.ids[index];
        if (id == no_request) continue;
        if ((id & message_request) != 0) {
            co_await wait_for_message(engine, list.call, id);
        } else {
            co_await request_wait(engine, id);
        }
        list.set_null(index);
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

}  // namespace

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    switch (request.call) {
        case Call::rput:
        case Call::rget:
        case Call::raccumulate:
        case Call::rget_accumulate:
        case Call::put:
        case Call::get:
        case Call::accumulate:
        case Call::get_accumulate:
        case Call::fetch_and_op:
        case Call::compare_and_swap: return begin_operation(state_, request, answer);
        case Call::request_wait: return wait_for_each(state_, list_of(state_, request));
        case Call::request_test:
        case Call::request_waitall:
        case Call::request_waitany:
        case Call::request_testall:
        case Call::request_waitsome:
        case Call::request_testany:
        case Call::request_testsome:
        case Call::request_free: return request_call(requests_of(state_), list_of(state_, request), answer);
        case Call::barrier: return state_.two_sided.barrier(state_.world, state_.waits, request.comm);
        case Call::bcast:
        case Call::reduce:
        case Call::allreduce:
        case Call::gather:
        case Call::allgather:
        case Call::scatter:
        case Call::alltoall:
            return state_.two_sided.collective(state_.world, state_.waits, request, state_.config.collectives);
        case Call::send:
            return state_.two_sided.send(state_.world, state_.waits, request.message,
                                         state_.config.message_eager_bytes);
        case Call::recv: return state_.two_sided.recv(state_.world, state_.waits, request.message);
        case Call::isend:
            return state_.two_sided.isend(state_.world, request.message, state_.config.message_eager_bytes, answer);
        case Call::irecv: return state_.two_sided.irecv(state_.world, request.message, answer);
        default: return begin_on_window(state_, state_.windows[request.window], std::move(request), answer);
    }
}

}  // namespace rmasim::newrma
