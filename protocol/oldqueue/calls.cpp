// Dispatch of call requests to the routines of the calls. Where possible, a suspended call is a single coroutine frame.
#include "protocol/oldqueue/engine.h"
#include "protocol/oldqueue/modes/fence.h"
#include "protocol/oldqueue/modes/lock.h"
#include "protocol/oldqueue/modes/pscw.h"
#include "protocol/oldqueue/modes/rma_op.h"
#include "protocol/oldqueue/routines/create.h"
#include "protocol/oldqueue/routines/entry.h"
#include "protocol/parts/request_calls.h"

#include <optional>
#include <utility>

namespace rmasim::oldqueue {

namespace {

bool is_two_sided(Call call) {
    const CallClass kind = description_of(call).kind;
    return kind == CallClass::barrier || kind == CallClass::message || kind == CallClass::collective ||
           kind == CallClass::request;
}

Task<> two_sided_call(EngineState& engine, CallRequest request, CallAnswer& answer) {
    const Entry entry(engine);
    TwoSided& two_sided = engine.two_sided;
    const std::uint32_t eager_bytes = engine.config.message_eager_bytes;
    switch (request.call) {
        case Call::barrier: co_await two_sided.barrier(engine.world, engine.waits, request.comm); break;
        case Call::bcast:
        case Call::reduce:
        case Call::allreduce:
        case Call::gather:
        case Call::allgather:
        case Call::scatter:
        case Call::alltoall:
            co_await two_sided.collective(engine.world, engine.waits, request, engine.config.collectives);
            break;
        case Call::send: co_await two_sided.send(engine.world, engine.waits, request.message, eager_bytes); break;
        case Call::recv: co_await two_sided.recv(engine.world, engine.waits, request.message); break;
        case Call::isend: co_await two_sided.isend(engine.world, request.message, eager_bytes, answer); break;
        case Call::irecv: co_await two_sided.irecv(engine.world, request.message, answer); break;
        default: {
            // A named variable: g++ 12 destroys a temporary aggregate of a co_await twice.
            RequestList list{
                engine.world,           engine.waits, engine.rank, request.call, std::move(request.requests),
                std::move(request.more)};
            co_await request_call(MessageCalls(two_sided), std::move(list), answer);
        }
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
    if (is_two_sided(request.call)) return two_sided_call(engine, std::move(request), answer);
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
        std::optional<ActiveCalls::Inside> inside;
        if (!is_two_sided(request.call)) inside.emplace(engine.windows[request.window].calls, request.call);
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
