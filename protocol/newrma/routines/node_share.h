// RMA + shared memory (design): barrier, POSTs and locks among the processes of a node. Only for windows in shared
// memory.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// The process at a place among those of the node that have the window.
Rank node_member(const EngineState& engine, const Window& window, Rank place);

// This process holds the lock of `target`, which is itself or another process of its node.
bool is_locked(const EngineState& engine, const Window& window, Rank target);

// The local BARRIER of a FENCE with NOPRECEDE (NR-SHM-2), and the handler of its packets.
Task<> node_barrier(EngineState& engine, Call call, Window& window);
void on_node_barrier(EngineState& engine, Window& window, const Packet& packet);

// START waits for the POSTs of its own node, because operations then access memory without further checks (NR-SHM-3).
Task<> await_node_posts(EngineState& engine, Window& window);

// LOCK of another process of the node: sends the request at once and waits for the grant (NR-SHM-4).
Task<> lock_direct(EngineState& engine, Window& window, LockType type, Rank target, bool nocheck);
Task<> unlock_direct(EngineState& engine, Window& window, Rank target);

// LOCK_ALL acquires all locks of the node before it returns, because loads and stores check nothing (NR-SHM-6). This
// asks the other processes of the node.
void request_node_locks(EngineState& engine, Window& window, bool nocheck);
// Sends UNLOCK to the processes of the node; UNLOCK_ALL awaits their acknowledgements together with all others.
void unlock_node(EngineState& engine, Window& window);

// Returns true if the grant was for a lock of the node.
bool on_node_grant(Window& window, Rank from);

}  // namespace rmasim::newrma
