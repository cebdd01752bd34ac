// The functions that make the calls of ch4: a section for each kind of call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"
#include "protocol/ch4/routines/native.h"
#include "protocol/parts/requests/operation_requests.h"

namespace rmasim::ch4 {

// ---- FENCE (CH4-FENCE-1, CH4-FENCE-2).

Task<> fence(EngineState& engine, Window& window, Assert asserts);

// ---- FLUSH, FLUSH_LOCAL, FLUSH_ALL, FLUSH_LOCAL_ALL and SYNC (CH4-FLUSH-1, CH4-FLUSH-2).

// `call` is FLUSH or FLUSH_LOCAL.
Task<> flush(EngineState& engine, Call call, Window& window, Rank rank);
// `call` is FLUSH_ALL or FLUSH_LOCAL_ALL.
Task<> flush_all(EngineState& engine, Call call, Window& window);
Task<> sync(EngineState& engine, Window& window);

// Waits until all operations of lock and PSCW epochs are answered and the flush `native` is done. `native` must outlive
// the wait.
void wait_for_all_targets(EngineState& engine, Call call, Window& window, const NativeFlush& native);

// ---- LOCK and UNLOCK (CH4-LOCK-1 to CH4-LOCK-6).

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

// ---- LOCK_ALL and UNLOCK_ALL (CH4-LOCKALL-1 to CH4-LOCKALL-3).

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

// ---- POST, START, COMPLETE, WAIT and TEST (CH4-PSCW-1 to CH4-PSCW-5).

void post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
bool test(EngineState& engine, Window& window);

// ---- The requests of operations. A request is complete when its operation is acknowledged or the operation's data
// have arrived (CH4-OP-3).

// The functions of family ch4 that the template OperationRequests (parts/operation_requests.h) needs. That template
// implements the calls on lists of requests (MPI_Waitall, ...).
class RequestedOperations {
public:
    explicit RequestedOperations(EngineState& engine) : engine_(engine) {}
    RequestTable& requests() const { return engine_.requests; }
    void begin(const Request& request);
    void begin_message();
    WaitReason reason(Call call, OpId op) const;

private:
    EngineState& engine_;
};

inline OperationRequests<RequestedOperations> requests_of(EngineState& engine) {
    return {RequestedOperations(engine), engine.two_sided};
}

// ---- Operation calls (CH4-OP-1 to CH4-OP-6, CH4-NATIVE-1 to CH4-NATIVE-9).

// Executes an operation call. Only an accumulate may have to wait, on a window for which the network executes some
// accumulates (CH4-NATIVE-8).
Task<> rma_op(EngineState& engine, Operation operation);

// ---- WIN_CREATE and WIN_FREE (CH4-WIN-1, CH4-WIN-2).

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

Task<> win_create(EngineState& engine, Window& window);
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::ch4
