// Requests of this process to its own window stand in its own queue, without packets.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// `target` is the own rank. The caller serves the queue then.
void queue_own_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// LOCK, UNLOCK or COMPLETE.
void queue_own(EngineState& engine, Packet packet);
// The operation runs.
void run_own_operation(EngineState& engine, Window& window, const Packet& request);

}  // namespace rmasim::oldqueue
