// The functions that make the calls of newrma: a section for each kind of call.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"
#include "protocol/parts/requests/operation_requests.h"

namespace rmasim::newrma {

// ---- FENCE (design, "Algorithm for FENCE").

Task<> fence(EngineState& engine, Window& window, Assert asserts);

// Handles a packet of a fence's IBARRIER.
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

// ---- The FLUSH family (design, "Algorithm for FLUSH"). A flush completes operations like UNLOCK, but neither releases
// the lock nor changes the target's state. The local forms only wait until the operations are complete at their origin.

Task<> flush(EngineState& engine, Window& window, Rank rank);
Task<> flush_local(EngineState& engine, Window& window, Rank rank);
Task<> flush_all(EngineState& engine, Window& window);
Task<> flush_local_all(EngineState& engine, Window& window);
// Only executes MEM_SYNC: sends no packet, changes no state (NR-FLUSH-9).
Task<> sync(EngineState& engine, Window& window);

// ---- LOCK and UNLOCK at the origin (design, "Algorithm for LOCK-UNLOCK").

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

// ---- LOCK_ALL and UNLOCK_ALL (design, "Algorithm for LOCK_ALL-UNLOCK_ALL"). The per-target protocol locks each target
// at its first use, like LOCK. When target elements are exhausted, the window switches to the window protocol
// (routines/fall_back.h), which locks every process and needs no elements.

Task<> lock_all(EngineState& engine, Window& window, Assert asserts);
Task<> unlock_all(EngineState& engine, Window& window);

// ---- POST-START-COMPLETE-WAIT (design, "Algorithm for POST-START-COMPLETE-WAIT"): the FENCE algorithm with messages
// among the group instead of the IBARRIER. A process may be origin and target at the same time: Window::state is its
// access epoch, Window::exposure its exposure epoch.

Task<> post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// Executes TEST. Returns true if all processes of the group have called COMPLETE. The exposure epoch has then ended.
Task<bool> test(EngineState& engine, Window& window);

// Handle a POST, and a COMPLETE that is a packet of its own. A piggybacked COMPLETE is handled with its operation
// (target_side.h).
void on_post(EngineState& engine, Window& window, const Packet& packet);
void on_complete(EngineState& engine, Window& window, const Packet& packet);

// ---- POST and COMPLETE through a tree, an option for large groups: the target exchanges packets with `pscw_tree`
// processes instead of the whole group. A POST carries the part of the group to which its receiver must forward it.
// COMPLETE travels the same way back: a process sends it after its own COMPLETE and those of all its children. The
// disadvantage is that an inner process outside of MPI calls delays all ranks below it in the tree. With target 0,
// group 1 to 6 and fan-out 2:
//
//     POST       0 -> 1 [2 3], 1 -> 2 and 3        1 stores a position: root 0, parent 0, 3 COMPLETEs due (2, 3, own)
//     COMPLETE   2 -> 1, 3 -> 1                    2 and 3 wait only for their own COMPLETE
//     COMPLETE   1 -> 0, when 1 completes as well  1 drops its position; 0 waits for 1 and 4, the first of [5 6]

// Returns the members of `group` to which the target itself sends POST, in order.
Group first_of_tree(const EngineState& engine, const Group& group);

// Sends POST of the target `root` to the first rank of each part of the group.
void spread_post(EngineState& engine, Window& window, Rank root, const Rank* group, std::size_t count);

// Handles a POST: stores the position in the tree (root, parent) and forwards the POST.
void join_tree(EngineState& engine, Window& window, const Packet& post);
// Counts one COMPLETE, this process's own or a child's. If it is the last one due, sends COMPLETE to the parent and
// drops the position. Returns false if `root` posted without a tree (NOCHECK).
bool complete_in_tree(EngineState& engine, Window& window, Rank root);

// ---- Completion of the requests of r-forms: a request is complete when its operation is complete at its origin. The
// waiting call counts as a closing call: it issues operations that were deferred until the user's next closing call.

Task<> request_wait(EngineState& engine, RequestId id);

// The functions of family newrma that the template OperationRequests (parts/operation_requests.h) needs. That template
// implements the calls on lists of requests (MPI_Waitall, ...).
class RequestedOperations {
public:
    explicit RequestedOperations(EngineState& engine) : engine_(engine) {}
    RequestTable& requests() const { return engine_.requests; }
    void begin(const Request& request);
    void begin_message() {}
    WaitReason reason(Call call, OpId op) const;

private:
    EngineState& engine_;
};

inline OperationRequests<RequestedOperations> requests_of(EngineState& engine) {
    return {RequestedOperations(engine), engine.two_sided};
}

// ---- RMA_OP: the calls of operations, which are the same in every mode. The design's loops ("if granted queue or
// issue; if issued wait for the grant or for elements; ...") are four steps: get a target element, request its lock if
// necessary, get an operation element, queue the operation and issue the operations that may be issued.

// Executes PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP and their r-forms.
Task<> rma_op(EngineState& engine, Operation operation);

// ---- WIN_CREATE and WIN_FREE: collective calls that create and free a window (parts/window_life.h).

Task<> win_create(EngineState& engine, Window& window);
// Throws ErroneousProgram if an epoch is open on the window.
Task<> win_free(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
