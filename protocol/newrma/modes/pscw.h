// POST-START-COMPLETE-WAIT (design, "Algorithm for POST-START-COMPLETE-WAIT"): the FENCE algorithm with messages among
// the group instead of the IBARRIER. A process may be origin and target at the same time: Window::state is its access
// epoch, Window::exposure its exposure epoch.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// Returns true if the exposure epoch is finished, as after `wait`.
Task<bool> test(EngineState& engine, Window& window);

// Handlers of POST and of a COMPLETE sent alone. A piggybacked COMPLETE arrives with its operation (target_side.h).
void on_post(EngineState& engine, Window& window, const Packet& packet);
void on_complete(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
