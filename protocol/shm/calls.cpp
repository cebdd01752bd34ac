// Dispatches a call request to the routine of its call.
#include "protocol/shm/engine.h"

namespace rmasim::shm {

Task<> Engine::begin(CallRequest request, CallAnswer& /*answer*/) {
    switch (request.call) {
        case Call::put:
        case Call::get:
        case Call::accumulate:
        case Call::get_accumulate:
        case Call::fetch_and_op:
        case Call::compare_and_swap: return rma_op(request.operation);
        case Call::fence: return fence(request.window, request.asserts);
        case Call::barrier: return two_sided_.barrier(world_, waits_);
        case Call::send: return two_sided_.send(world_, request.message);
        case Call::recv: return two_sided_.recv(world_, waits_, request.message);
        default: refuse(request.call);
    }
}

}  // namespace rmasim::shm
