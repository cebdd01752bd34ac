// Operations on their way from their origin: which leave now, which are held, which are not complete.
#pragma once

#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

// A PUT, GET or ACC was called. The latest PUT or ACC to a target is held, if that is switched on.
void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation);
// Counts an operation on the own window, which is complete at once.
void count_operation(Target& target, SyncModes mode);

// The held operation leaves: plainly, asking for its acknowledgement where that is needed, or with the request's
// signal.
void send_held(EngineState& engine, Window& window, Target& target);
void send_held_with_signal(EngineState& engine, Window& window, Target& target, const SyncRequest& request,
                           RequestId id);
// Asks for the acknowledgement of PUTs and ACCs of these modes below `upto`, as far as it was not asked for.
void ask_for(EngineState& engine, Window& window, Target& target, SyncModes modes, std::uint32_t upto);

// Unordered transports: the ACC that was not answered is.
void send_next_accumulate(EngineState& engine, Window& window, Target& target);

}  // namespace rmasim::synccount
