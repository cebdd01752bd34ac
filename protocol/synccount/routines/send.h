// Operations at their origin: sent at once, held back, or waiting for completion.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Handles a call of PUT, GET or ACC. With `piggyback`, the latest PUT or ACC to each target is held back.
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Counts an operation on the process's own window segment. Such an operation is complete at once.
void count_operation(Target& target, SyncModes mode);

// Send the operation that is held back. The first function adds RMA_DONE if an acknowledgement is needed, the second
// adds the request's signal.
void send_held(EngineState& engine, Window& window, Target& target);
void send_held_with_signal(EngineState& engine, Window& window, Target& target, const SyncRequest& request,
                           RequestId id);
// Requests the acknowledgement of PUTs and ACCs of these modes whose numbers are less than `upto`, unless their
// acknowledgement was requested before.
void ask_for(EngineState& engine, Window& window, Target& target, SyncModes modes, std::uint32_t upto);

// Sends the next waiting ACC, because the previous ACC has been acknowledged. Needed only on unordered transports.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

}  // namespace rmasim::synccount
