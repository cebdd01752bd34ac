// FLUSH and its relatives, SYNC (CH4-FLUSH-1, CH4-FLUSH-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"
#include "protocol/ch4/routines/native.h"

namespace rmasim::ch4 {

// FLUSH, FLUSH_LOCAL.
Task<> flush(EngineState& engine, Call call, Window& window, Rank rank);
// FLUSH_ALL, FLUSH_LOCAL_ALL.
Task<> flush_all(EngineState& engine, Call call, Window& window);
Task<> sync(EngineState& engine, Window& window);

// Waits until all operations to targets are answered, and `native` is done, which outlives the wait.
void wait_for_all_targets(EngineState& engine, Call call, Window& window, const NativeFlush& native);

}  // namespace rmasim::ch4
