// Operations at their target: those whose data is under way, and the count of those done.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// A long operation of this origin has been asked for its data, which has not been written yet (OQ-PUT-2).
bool has_half_done(const EngineState& engine, const Packet& request);
bool has_half_done_accumulate(const EngineState& engine, const Packet& request);
// The one that `packet` came with, or whose data it brings; null if there is none.
const Packet* half_done_of(const EngineState& engine, const Packet& packet);
// The operation that `rts` announced.
Packet announced_operation(const Packet& rts);

// Writes the data of a PUT or ACC into the window, and gives it back.
void apply(EngineState& engine, const Packet& operation, Payload data);
// An operation that needed this is done (OQ-FENCE-2, OQ-PSCW-2).
void count_done(Window& window, Need need);

}  // namespace rmasim::oldqueue
