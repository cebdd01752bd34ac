// FENCE (design, "Algorithm for FENCE").
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> fence(EngineState& engine, Window& window, Assert asserts);

// Handles a packet of a fence's IBARRIER.
void on_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
