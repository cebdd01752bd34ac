// Requests of this process to its own window. They are in this process's queue, and no packets are sent.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Queues an operation. Precondition: `target` is this process itself. The caller must call serve_queue afterwards.
void queue_own_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Queues this process's LOCK, UNLOCK or COMPLETE to itself.
void queue_own(EngineState& engine, Packet packet);
// Executes a queued operation of this process on its own window.
void run_own_operation(EngineState& engine, Window& window, const Packet& request);

}  // namespace rmasim::oldqueue
