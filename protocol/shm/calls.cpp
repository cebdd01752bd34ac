// Dispatch of call requests to the routines of the calls.
#include "protocol/parts/request_calls.h"
#include "protocol/shm/engine.h"

namespace rmasim::shm {

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    switch (request.call) {
        case Call::put:
        case Call::get:
        case Call::accumulate:
        case Call::get_accumulate:
        case Call::fetch_and_op:
        case Call::compare_and_swap:
        case Call::fence:
        case Call::win_create:
        case Call::win_free: return begin_on(windows_[request.window], request);
        case Call::barrier: return two_sided_.barrier(world_, waits_, request.comm);
        case Call::bcast:
        case Call::reduce:
        case Call::allreduce:
        case Call::gather:
        case Call::allgather:
        case Call::scatter:
        case Call::alltoall: return two_sided_.collective(world_, waits_, request, config_.collectives);
        case Call::send: return two_sided_.send(world_, waits_, request.message, config_.message_eager_bytes);
        case Call::recv: return two_sided_.recv(world_, waits_, request.message);
        case Call::isend: return two_sided_.isend(world_, request.message, config_.message_eager_bytes, answer);
        case Call::irecv: return two_sided_.irecv(world_, request.message, answer);
        case Call::request_wait:
        case Call::request_test:
        case Call::request_waitall:
        case Call::request_waitany:
        case Call::request_testall:
        case Call::request_waitsome:
        case Call::request_testany:
        case Call::request_testsome:
        case Call::request_free:
            return request_call(
                MessageCalls(two_sided_),
                {world_, waits_, rank_, request.call, std::move(request.requests), std::move(request.more)}, answer);
        default: refuse(request.call);
    }
}

Task<> Engine::begin_on(Window& window, const CallRequest& request) {
    if (!window.life.present() && request.call != Call::win_create) return window.life.refuse(request.call);
    switch (request.call) {
        case Call::fence: return fence(window.id, request.asserts);
        case Call::win_create: return win_create(window);
        case Call::win_free: return win_free(window);
        default: return rma_op(request.operation);
    }
}

}  // namespace rmasim::shm
