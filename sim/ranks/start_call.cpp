#include "sim/ranks/start_call.h"

namespace rmasim::sim {

namespace {

Task<> start_operation(Process& process, Thread& thread, PreparedCall& call) {
    if (has_request(call.kind)) {
        call.operation.request = process.new_request();
        thread.variables[call.variable] = call.operation.request;
    }
    return process.rma_op(call.operation);
}

// MPI_WAITALL as one MPI_WAIT after the other.
Task<> wait_for_all(Process& process, std::vector<RequestId> requests) {
    for (const RequestId request : requests) co_await process.request_wait(request);
}

// A test's answer goes into a variable of the thread: 1 or 0.
Task<> answer(Thread& thread, Slot variable, Task<bool> test) {
    const bool done = co_await test;
    thread.variables[variable] = done ? 1 : 0;
}

}  // namespace

Task<> start_call(Process& process, Thread& thread, PreparedCall call) {
    if (is_operation(call.kind)) return start_operation(process, thread, call);
    switch (call.kind) {
        case InstructionKind::fence: return process.fence(call.window, call.asserts);
        case InstructionKind::post: return process.post(call.window, std::move(call.group), call.asserts);
        case InstructionKind::start: return process.start(call.window, std::move(call.group), call.asserts);
        case InstructionKind::complete: return process.complete(call.window);
        case InstructionKind::wait: return process.wait(call.window);
        case InstructionKind::test: return answer(thread, call.variable, process.test(call.window));
        case InstructionKind::lock: return process.lock(call.window, call.lock_type, call.target, call.asserts);
        case InstructionKind::unlock: return process.unlock(call.window, call.target);
        case InstructionKind::lock_all: return process.lock_all(call.window, call.asserts);
        case InstructionKind::unlock_all: return process.unlock_all(call.window);
        case InstructionKind::flush: return process.flush(call.window, call.target);
        case InstructionKind::flush_local: return process.flush_local(call.window, call.target);
        case InstructionKind::flush_all: return process.flush_all(call.window);
        case InstructionKind::flush_local_all: return process.flush_local_all(call.window);
        case InstructionKind::sync: return process.sync(call.window);
        case InstructionKind::barrier: return process.barrier();
        case InstructionKind::send: return process.send(call.message);
        case InstructionKind::recv: return process.recv(call.message);
        case InstructionKind::request_wait: return wait_for_all(process, std::move(call.requests));
        case InstructionKind::request_test:
            return answer(thread, call.variable, process.request_test(call.requests.front()));
        default: throw ProtocolError("no process can be asked for " + std::string(name_of(call_of(call.kind))));
    }
}

}  // namespace rmasim::sim
