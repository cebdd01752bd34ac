// RMA + shared memory (design): barrier, POSTs and locks among the processes of a node, where a window's memory is
// shared. Only for such windows.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// This process holds the lock of `target`, itself or another process of its node.
bool is_locked(const EngineState& engine, const Window& window, Rank target);

// The local BARRIER of a FENCE with NOPRECEDE (NR-SHM-2), and a packet of it.
Task<> node_barrier(EngineState& engine, Call call, Window& window);
void on_node_barrier(EngineState& engine, Window& window, const Packet& packet);

// START waits for the POSTs of its own node: from then on memory is touched without asking (NR-SHM-3).
Task<> await_node_posts(EngineState& engine, Window& window);

// LOCK of another process of the node: the request goes at once, and the call returns with the lock (NR-SHM-4).
Task<> lock_direct(EngineState& engine, Window& window, LockType type, Rank target, bool nocheck);
Task<> unlock_direct(EngineState& engine, Window& window, Rank target);

// LOCK_ALL has all locks of the node when it returns: loads and stores ask no process (NR-SHM-6).
Task<> lock_node(EngineState& engine, Window& window, bool nocheck);
// UNLOCK to the processes of the node; UNLOCK_ALL awaits their acknowledgements with all others.
void unlock_node(EngineState& engine, Window& window);

// True: the grant was of such a lock.
bool on_node_grant(Window& window, Rank from);

}  // namespace rmasim::newrma
