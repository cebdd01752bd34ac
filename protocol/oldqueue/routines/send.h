// Sends the packets of an origin: operations, at once or held back, and the packets that open and close epochs.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// Returns the state of target `rank` in the current epoch. The epoch's first operation to the rank creates the state.
Target& target_of(Window& window, Rank rank, Need need);

// Sends a new operation to another rank. With `piggyback`, the operation is held back, and the operation that was held
// back before is sent (OQ-PUT-3).
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Sends the operation that is held back, if there is one, with flag `closing` (may be none).
void send_held(EngineState& engine, Window& window, Target& target, PacketFlag closing);
// Sends the next waiting accumulate, because the previous accumulate has been acknowledged. Needed only on unordered
// transports.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

void send_lock(EngineState& engine, Window& window, Target& target);
void send_unlock(EngineState& engine, Window& window, Target& target);
void send_rma_done(EngineState& engine, Window& window, Target& target, Why why);
// Sends COMPLETE or OP_COUNTS to `rank`. `operations` is the number of operations to `rank` in this epoch.
void send_count(EngineState& engine, Window& window, PacketKind kind, Rank rank, Need need, std::uint32_t operations);

// Reports the operation as complete at its origin, and frees its element.
void complete_operation(EngineState& engine, OpId id, Rank target);

}  // namespace rmasim::oldqueue
