// Which function a call goes to.
#include "protocol/newrma/engine.h"
#include "protocol/newrma/modes/fence.h"
#include "protocol/newrma/modes/flush.h"
#include "protocol/newrma/modes/lock.h"
#include "protocol/newrma/modes/lock_all.h"
#include "protocol/newrma/modes/pscw.h"
#include "protocol/newrma/modes/request.h"
#include "protocol/newrma/modes/rma_op.h"

namespace rmasim::newrma {

Task<> Engine::rma_op(Operation operation) { return newrma::rma_op(state_, operation); }

Task<> Engine::fence(WindowId id, Assert asserts) { return newrma::fence(state_, state_.windows[id], asserts); }

Task<> Engine::post(WindowId id, Group group, Assert asserts) {
    return newrma::post(state_, state_.windows[id], std::move(group), asserts);
}
Task<> Engine::start(WindowId id, Group group, Assert asserts) {
    return newrma::start(state_, state_.windows[id], std::move(group), asserts);
}
Task<> Engine::complete(WindowId id) { return newrma::complete(state_, state_.windows[id]); }
Task<> Engine::wait(WindowId id) { return newrma::wait(state_, state_.windows[id]); }
Task<bool> Engine::test(WindowId id) { return newrma::test(state_, state_.windows[id]); }

Task<> Engine::lock(WindowId id, LockType type, Rank target, Assert asserts) {
    return newrma::lock(state_, state_.windows[id], type, target, asserts);
}
Task<> Engine::unlock(WindowId id, Rank target) { return newrma::unlock(state_, state_.windows[id], target); }
Task<> Engine::lock_all(WindowId id, Assert asserts) { return newrma::lock_all(state_, state_.windows[id], asserts); }
Task<> Engine::unlock_all(WindowId id) { return newrma::unlock_all(state_, state_.windows[id]); }

Task<> Engine::flush(WindowId id, Rank target) { return newrma::flush(state_, state_.windows[id], target); }
Task<> Engine::flush_local(WindowId id, Rank target) { return newrma::flush_local(state_, state_.windows[id], target); }
Task<> Engine::flush_all(WindowId id) { return newrma::flush_all(state_, state_.windows[id]); }
Task<> Engine::flush_local_all(WindowId id) { return newrma::flush_local_all(state_, state_.windows[id]); }
Task<> Engine::sync(WindowId id) { return newrma::sync(state_, state_.windows[id]); }

Task<> Engine::request_wait(RequestId request) { return newrma::request_wait(state_, request); }
Task<bool> Engine::request_test(RequestId request) { return newrma::request_test(state_, request); }

Task<> Engine::barrier() { return state_.two_sided.barrier(state_.world, state_.waits); }
Task<> Engine::send(Message message) { return state_.two_sided.send(state_.world, message); }
Task<> Engine::recv(Message message) { return state_.two_sided.recv(state_.world, state_.waits, message); }

}  // namespace rmasim::newrma
