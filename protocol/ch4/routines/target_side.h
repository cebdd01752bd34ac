// The target: executes and answers operations, grants and releases locks.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Executes an operation and answers it (CH4-OP-2). An accumulate waits while accumulates that came before it wait for
// their data (CH4-ACC-1).
void on_operation(EngineState& engine, Window& window, const Packet& packet);
// Handles the datatype of an operation, and its data (CH4-LARGE-2).
void on_dt_req(EngineState& engine, const Packet& packet);
void on_dat_req(EngineState& engine, const Packet& packet);
// Handles LOCK and LOCKALL.
void on_lock(EngineState& engine, Window& window, const Packet& packet);
// Handles UNLOCK and UNLOCKALL.
void on_unlock(EngineState& engine, Window& window, const Packet& packet);

}  // namespace rmasim::ch4
