// Requests of this process to its own window. They are in its own queue, and no packets are sent.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Queues an operation. Precondition: `target` is the own rank. The caller must call serve_queue afterwards.
void queue_own_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Queues LOCK, UNLOCK or COMPLETE.
void queue_own(EngineState& engine, Packet packet);
// Executes a queued operation.
void run_own_operation(EngineState& engine, Window& window, const Packet& request);

}  // namespace rmasim::oldqueue
