#include "sim/ranks/start_call.h"

namespace rmasim::sim {

namespace {

Task<> start_operation(newrma::Engine& engine, Thread& thread, PreparedCall& call) {
    if (has_request(call.kind)) {
        call.operation.request = engine.new_request();
        thread.variables[call.variable] = call.operation.request;
    }
    return engine.rma_op(call.operation);
}

// MPI_WAITALL as one MPI_WAIT after the other.
Task<> wait_for_all(newrma::Engine& engine, std::vector<RequestId> requests) {
    for (const RequestId request : requests) co_await engine.request_wait(request);
}

// A test's answer goes into a variable of the thread: 1 or 0.
Task<> answer(Thread& thread, Slot variable, Task<bool> test) {
    const bool done = co_await test;
    thread.variables[variable] = done ? 1 : 0;
}

}  // namespace

Task<> start_call(newrma::Engine& engine, Thread& thread, PreparedCall call) {
    switch (call.kind) {
        case InstructionKind::fence: return engine.fence(call.window, call.asserts);
        case InstructionKind::post: return engine.post(call.window, std::move(call.group), call.asserts);
        case InstructionKind::start: return engine.start(call.window, std::move(call.group), call.asserts);
        case InstructionKind::complete: return engine.complete(call.window);
        case InstructionKind::wait: return engine.wait(call.window);
        case InstructionKind::test: return answer(thread, call.variable, engine.test(call.window));
        case InstructionKind::lock: return engine.lock(call.window, call.lock_type, call.target, call.asserts);
        case InstructionKind::unlock: return engine.unlock(call.window, call.target);
        case InstructionKind::lock_all: return engine.lock_all(call.window, call.asserts);
        case InstructionKind::unlock_all: return engine.unlock_all(call.window);
        case InstructionKind::flush: return engine.flush(call.window, call.target);
        case InstructionKind::flush_local: return engine.flush_local(call.window, call.target);
        case InstructionKind::flush_all: return engine.flush_all(call.window);
        case InstructionKind::flush_local_all: return engine.flush_local_all(call.window);
        case InstructionKind::sync: return engine.sync(call.window);
        case InstructionKind::barrier: return engine.barrier();
        case InstructionKind::send: return engine.send(call.message);
        case InstructionKind::recv: return engine.recv(call.message);
        case InstructionKind::request_wait: return wait_for_all(engine, std::move(call.requests));
        case InstructionKind::request_test:
            return answer(thread, call.variable, engine.request_test(call.requests.front()));
        default: return start_operation(engine, thread, call);
    }
}

}  // namespace rmasim::sim
