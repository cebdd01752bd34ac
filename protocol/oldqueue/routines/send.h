// Sends the packets of an origin: operations, at once or held back, and the packets that open and close epochs.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Returns the target in the current epoch. The epoch's first operation to a rank creates it.
Target& target_of(Window& window, Rank rank, Need need);

// Sends a new operation to another rank. With `piggyback` the operation is held back, and the previous held one is sent
// (OQ-PUT-3).
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Sends the held operation, if there is one, with `closing` (a flag, or none).
void send_held(EngineState& engine, Window& window, Target& target, PacketFlag closing);
// Unordered transports: an accumulate has been acknowledged, so the next one is sent.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

void send_lock(EngineState& engine, Window& window, Target& target);
void send_unlock(EngineState& engine, Window& window, Target& target);
void send_rma_done(EngineState& engine, Window& window, Target& target, Why why);
// Sends COMPLETE or OP_COUNTS with the number of operations to `rank` in this epoch.
void send_count(EngineState& engine, Window& window, PacketKind kind, Rank rank, Need need, std::uint32_t operations);

// Reports the operation as complete at its origin, and frees its element.
void complete_operation(EngineState& engine, OpId id, Rank target);

}  // namespace rmasim::oldqueue
