// POST-START-COMPLETE-WAIT (design, "Algorithm for POST-START-COMPLETE-WAIT"): the FENCE algorithm with messages among
// the group in the place of the IBARRIER. A process may be origin and target at once: `state` is its access epoch,
// `exposure` the other.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> post(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> start(EngineState& engine, Window& window, Group group, Assert asserts);
Task<> complete(EngineState& engine, Window& window);
Task<> wait(EngineState& engine, Window& window);
// True: the exposure epoch is over, as after `wait`.
Task<bool> test(EngineState& engine, Window& window);

// POST and COMPLETE as packets of their own. A COMPLETE that is piggybacked comes with its operation (target_side.h).
void on_post(EngineState& engine, Window& window, const Packet& packet);
void on_complete(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::newrma
