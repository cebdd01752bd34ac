// The issue list and the held operation of a target, and their effect on the window's state (CH3-PROG-2, CH3-PROG-3).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

void append(Window& window, TargetElement& target, OperationElement& op);
// Removes the first operation of the issue list. The window becomes inactive if the issue lists of all targets are
// empty.
void remove_first(Window& window, TargetElement& target);
// Moves the held operation, if there is one, to the end of the issue list.
void release_held(Window& window, TargetElement& target);
// Changes the window's state to `state`, which is FENCE_GRANTED, PSCW_GRANTED or LOCK_ALL_GRANTED.
void grant_window(EngineState& engine, Window& window, WindowState state);

// True if the operations on one target, or on all targets, are complete (CH3-STATE-4): locally, that is at the origin,
// or remotely, that is at the target.
bool is_locally_complete(const Window& window, const TargetElement& target);
bool is_remotely_complete(const Window& window, const TargetElement& target);
bool all_locally_complete(const Window& window);
bool all_remotely_complete(const Window& window);

}  // namespace rmasim::ch3
