// LOCK and UNLOCK at the origin (design, "Algorithm for LOCK-UNLOCK").
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

Task<> lock(EngineState& engine, Window& window, LockType type, Rank rank, Assert asserts);
Task<> unlock(EngineState& engine, Window& window, Rank rank);

}  // namespace rmasim::newrma
