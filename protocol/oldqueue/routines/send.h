// What leaves a process: operations, at once or held back, and the packets that open and close epochs.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// The target of the current epoch; made at the epoch's first operation to it.
Target& target_of(Window& window, Rank rank, Need need);

// A new operation to another rank. With `piggyback` it is held back, and the one before it leaves (OQ-PUT-3).
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// The operation that was held back, if there is one, leaves with `closing` (a flag, or none).
void send_held(EngineState& engine, Window& window, Target& target, PacketFlag closing);
// Unordered transports: the accumulate is answered, the next one leaves.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

void send_lock(EngineState& engine, Window& window, Target& target);
void send_unlock(EngineState& engine, Window& window, Target& target);
void send_rma_done(EngineState& engine, Window& window, Target& target, Why why);
// COMPLETE or OP_COUNTS: the number of operations to `rank` in this epoch.
void send_count(EngineState& engine, Window& window, PacketKind kind, Rank rank, Need need, std::uint32_t operations);

// The operation is complete at its origin.
void complete_operation(EngineState& engine, OpId id, Rank target);

}  // namespace rmasim::oldqueue
