// The target's side: operations are carried out and answered, locks granted and released.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// CH4-OP-2, CH4-ACC-1.
void on_operation(EngineState& engine, Window& window, const Packet& packet);
// LOCK or LOCKALL.
void on_lock(EngineState& engine, Window& window, const Packet& packet);
// UNLOCK or UNLOCKALL.
void on_unlock(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch4
