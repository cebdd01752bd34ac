// The collective operations that FENCE consists of: IBARRIER, BARRIER, REDUCE_SCATTER (CH3-COLL-1, CH3-COLL-2).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Starts an IBARRIER. Afterwards the window is in state FENCE_ISSUED, or in state FENCE_GRANTED if the IBARRIER
// completes at once. `why` is the reason for its packets.
void start_ibarrier(EngineState& engine, Window& window, Why why);
// Begins a REDUCE_SCATTER. It is complete when `window.rare().reduce_scatter.under_way()` is false.
void start_reduction(EngineState& engine, Window& window, std::vector<std::uint32_t> marks);
// Each of these functions begins a barrier and returns its instance. The barrier of enter_node_barrier is among the
// window's members on this node. The barrier of enter_barrier is among all members of the window.
Barrier::Instance enter_node_barrier(EngineState& engine, Window& window);
Barrier::Instance enter_barrier(EngineState& engine, Window& window);

// Handles an IBARRIER, BARRIER, NODE_BARRIER or REDUCE_SCATTER packet of a window.
void on_collective(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch3
