// Operations at their target: long operations that wait for their data, and the count of operations done.
#pragma once

#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// True if this process has requested the data of a long operation of the request's origin, and has not written them yet
// (OQ-PUT-2).
bool has_half_done(const EngineState& engine, const Packet& request);
bool has_half_done_accumulate(const EngineState& engine, const Packet& request);
// Returns the RTS of the long operation with which `packet` was sent, or whose data `packet` carries. Null if there is
// none.
const Packet* half_done_of(const EngineState& engine, const Packet& packet);
// Returns the operation that `rts` announced, as a PUT or ACC packet without flags.
Packet announced_operation(const Packet& rts);

// Writes the data of a PUT or ACC into the window, and releases the payload.
void apply(EngineState& engine, const Packet& operation, Payload data);
// Counts an operation as done in the epoch of its `need` (OQ-FENCE-2, OQ-PSCW-2).
void count_done(Window& window, Need need);

}  // namespace rmasim::oldqueue
