// Dispatch of call requests to the routines of the calls.
#include "protocol/parts/messages/message_calls.h"
#include "protocol/shm/engine.h"

namespace rmasim::shm {

Task<> Engine::begin(CallRequest&& request, CallAnswer& answer) {
    if (!shm::calls.contains(request.call)) refuse(request.call);
    switch (description_of(request.call).kind) {
        case CallClass::barrier:
        case CallClass::message:
        case CallClass::persistent:
        case CallClass::probe:
        case CallClass::buffering:
        case CallClass::collective: return begin_message_call(two_sided_, world_, waits_, config_, request, answer);
        case CallClass::request:
            if (starts_requests(request.call)) return start_requests(two_sided_, world_, waits_, config_, request);
            return request_call(MessageCalls(two_sided_), request_list(world_, waits_, rank_, request, answer), answer);
        default: return begin_on(windows_[request.window], request);
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
