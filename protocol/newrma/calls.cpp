// From a request to the routine of its call.
#include "protocol/newrma/engine.h"

#include <utility>

namespace rmasim::newrma {

namespace {

Task<> answered(Task<bool> test, CallAnswer& answer) { answer.done = co_await test; }

}  // namespace

// MPI_WAITALL as one MPI_WAIT after the other.
Task<> Engine::wait_for_each(std::vector<RequestId> requests) {
    for (const RequestId request : requests) co_await request_wait(request);
}

Task<> Engine::begin(CallRequest request, CallAnswer& answer) {
    switch (request.call) {
        case Call::rput:
        case Call::rget:
        case Call::raccumulate:
        case Call::rget_accumulate:
            answer.request = request.operation.request = requests_.open();
            return rma_op(request.operation);
        case Call::put:
        case Call::get:
        case Call::accumulate:
        case Call::get_accumulate:
        case Call::fetch_and_op:
        case Call::compare_and_swap: return rma_op(request.operation);
        case Call::fence: return fence(request.window, request.asserts);
        case Call::post: return post(request.window, std::move(request.group), request.asserts);
        case Call::start: return start(request.window, std::move(request.group), request.asserts);
        case Call::complete: return complete(request.window);
        case Call::wait: return wait(request.window);
        case Call::test: return answered(test(request.window), answer);
        case Call::lock: return lock(request.window, request.lock_type, request.target, request.asserts);
        case Call::unlock: return unlock(request.window, request.target);
        case Call::lock_all: return lock_all(request.window, request.asserts);
        case Call::unlock_all: return unlock_all(request.window);
        case Call::flush: return flush(request.window, request.target);
        case Call::flush_local: return flush_local(request.window, request.target);
        case Call::flush_all: return flush_all(request.window);
        case Call::flush_local_all: return flush_local_all(request.window);
        case Call::sync: return sync(request.window);
        case Call::request_wait: return wait_for_each(std::move(request.requests));
        case Call::request_test: return answered(request_test(request.requests.front()), answer);
        case Call::barrier: return barrier();
        case Call::send: return send(request.message);
        case Call::recv: return recv(request.message);
        default: refuse(request.call);
    }
}

}  // namespace rmasim::newrma
