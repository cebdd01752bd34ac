// FLUSH, FLUSH_LOCAL, FLUSH_ALL, FLUSH_LOCAL_ALL and SYNC (CH4-FLUSH-1, CH4-FLUSH-2).
#pragma once

#include "protocol/base/task.h"
#include "protocol/ch4/engine_state.h"
#include "protocol/ch4/routines/native.h"

namespace rmasim::ch4 {

// `call` is FLUSH or FLUSH_LOCAL.
Task<> flush(EngineState& engine, Call call, Window& window, Rank rank);
// `call` is FLUSH_ALL or FLUSH_LOCAL_ALL.
Task<> flush_all(EngineState& engine, Call call, Window& window);
Task<> sync(EngineState& engine, Window& window);

// Waits until all operations of lock and PSCW epochs are answered and the flush `native` is done. `native` must outlive
// the wait.
void wait_for_all_targets(EngineState& engine, Call call, Window& window, const NativeFlush& native);

}  // namespace rmasim::ch4
