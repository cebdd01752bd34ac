// The target: executes and answers operations, grants and releases locks.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Executes an operation and answers it (CH4-OP-2, CH4-ACC-1).
void on_operation(EngineState& engine, Window& window, const Packet& packet);
// Handles LOCK and LOCKALL.
void on_lock(EngineState& engine, Window& window, const Packet& packet);
// Handles UNLOCK and UNLOCKALL.
void on_unlock(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch4
