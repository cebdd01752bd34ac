// The issue list and the held operation of a target, and what follows for the window (CH3-PROG-2, CH3-PROG-3).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

void append(Window& window, TargetElement& target, OperationElement& op);
// The first of the list leaves it.
void remove_first(Window& window, TargetElement& target);
// A held operation moves to the end of the list.
void release_held(Window& window, TargetElement& target);
// The window becomes FENCE_GRANTED, PSCW_GRANTED or LOCK_ALL_GRANTED.
void grant_window(EngineState& engine, Window& window, WindowState state);

// Locally complete, remotely complete (CH3-STATE-4).
bool is_locally_complete(const Window& window, const TargetElement& target);
bool is_remotely_complete(const Window& window, const TargetElement& target);
bool all_locally_complete(const Window& window);
bool all_remotely_complete(const Window& window);

}  // namespace rmasim::ch3
