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
// Executes TEST. Returns true if all processes of the group have called COMPLETE. The exposure epoch has then ended.
Task<bool> test(EngineState& engine, Window& window);

// Handle a POST, and a COMPLETE that is a packet of its own. A piggybacked COMPLETE is handled with its operation
// (target_side.h).
void on_post(EngineState& engine, Window& window, const Packet& packet);
void on_complete(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
