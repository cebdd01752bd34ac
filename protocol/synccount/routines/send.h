// Operations at their origin: sent at once, held back, or waiting for completion.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// Handles a call of PUT, GET or ACC. With `piggyback` the latest PUT or ACC to a target is held back.
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Counts an operation on the own window, which is complete at once.
void count_operation(Target& target, SyncModes mode);

// Sends the held operation: without a flag, with RMA_DONE if that is needed, or with the request's signal.
void send_held(EngineState& engine, Window& window, Target& target);
void send_held_with_signal(EngineState& engine, Window& window, Target& target, const SyncRequest& request,
                           RequestId id);
// Requests the acknowledgement of PUTs and ACCs of these modes with numbers below `upto`, unless it was requested
// before.
void ask_for(EngineState& engine, Window& window, Target& target, SyncModes modes, std::uint32_t upto);

// Unordered transports: an ACC has been acknowledged, so the next one is sent.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

}  // namespace rmasim::synccount
