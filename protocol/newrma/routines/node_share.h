// RMA + shared memory (design): barrier, POSTs and locks among the processes of a node. Only for windows in shared
// memory.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Returns the rank of a process from its index among the processes of the node that have the window.
Rank node_member(const EngineState& engine, const Window& window, Rank node_rank);

// True if this process holds the lock of `target`, which must be itself or another process of its node.
bool is_locked(const EngineState& engine, const Window& window, Rank target);

// The barrier among the processes of the node in a FENCE with NOPRECEDE (NR-SHM-2), and the handler of its packets.
Task<> node_barrier(EngineState& engine, Call call, Window& window);
void on_node_barrier(EngineState& engine, Window& window, const Packet& packet);

// Waits in START for the POSTs of targets on this node, because operations on these targets access memory without
// further checks (NR-SHM-3).
Task<> await_node_posts(EngineState& engine, Window& window);

// LOCK of another process of the node: sends the request at once and waits for the grant (NR-SHM-4).
Task<> lock_direct(EngineState& engine, Window& window, LockType type, Rank target, bool nocheck);
Task<> unlock_direct(EngineState& engine, Window& window, Rank target);

// Requests the locks of the other processes of the node for LOCK_ALL. LOCK_ALL acquires all of them before it returns,
// because loads and stores do not check locks (NR-SHM-6).
void request_node_locks(EngineState& engine, Window& window, bool nocheck);
// Sends UNLOCK to the processes of the node. UNLOCK_ALL waits for their acknowledgements together with those of targets
// on other nodes.
void unlock_node(EngineState& engine, Window& window);

// Records that rank `from` of this node has granted its lock. Returns false if this process does not wait for that
// lock.
bool on_node_grant(Window& window, Rank from);

}  // namespace rmasim::newrma
