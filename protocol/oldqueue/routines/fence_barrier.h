// The barrier of a fence (OQ-FENCE-3).
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

Barrier::Instance enter_fence_barrier(EngineState& engine, Window& window);
void on_fence_barrier(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::oldqueue
