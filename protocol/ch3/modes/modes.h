// The functions that make the calls of ch3: a section for each kind of call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch3/engine_state.h"
#include "protocol/parts/requests/operation_requests.h"

namespace rmasim::ch3 {

// ---- FENCE (CH3-FENCE-1 to CH3-FENCE-5).

Task<> fence(EngineState& engine, Window& window, Assert asserts);

// ---- FLUSH, FLUSH_LOCAL, FLUSH_ALL, FLUSH_LOCAL_ALL, SYNC (CH3-PASSIVE-4, CH3-PASSIVE-5).

Task<> flush(EngineState& engine, Window& window, Rank rank);
Task<> flush_local(EngineState& engine, Window& window, Rank rank);
Task<> flush_all(EngineState& engine, Window& window);
Task<> flush_local_all(EngineState& engine, Window& window);
Task<> sync(EngineState& engine, Window& window);

// Do the same as FLUSH_LOCAL_ALL and FLUSH_ALL, but without the check that a passive-target epoch is open. FENCE and
// COMPLETE call them.
Task<> complete_all_locally(EngineState& engine, Call call, Window& window);
Task<> complete_all_remotely(EngineState& engine, Call call, Window& window);

// ---- LOCK and UNLOCK (CH3-PASSIVE-1 to CH3-PASSIVE-3).

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

// ---- LOCK_ALL and UNLOCK_ALL (CH3-PASSIVE-6, CH3-PASSIVE-7).

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

// ---- POST, START, COMPLETE, WAIT, TEST (CH3-PSCW-1 to CH3-PSCW-5).

void post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
bool test(EngineState& engine, Window& window);

// ---- The requests of operations. The request of a PUT or ACCUMULATE is complete when the operation is sent; the
// request of a READ, when the data have arrived (CH3-OP-6). Packets that have arrived are handled only when a call must
// wait.

// The functions of family ch3 that the template OperationRequests (parts/operation_requests.h) needs. That template
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

// ---- Operation calls (CH3-OP-1 to CH3-OP-5).

Task<> rma_op(EngineState& engine, Operation operation);

// ---- WIN_CREATE and WIN_FREE (CH3-WIN-1, CH3-WIN-2).

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

Task<> win_create(EngineState& engine, Window& window);
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::ch3
