// Draining a window: issues all queued operations and waits for their completion. This is the second half of FENCE,
// COMPLETE, UNLOCK and FLUSH.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Issues all operations queued for `target`, with `flag` on the last packet or after it, and waits for the
// acknowledgement. Also waits for the lock, unless the only operation carries the lock request. The caller must be
// counted in `target.users`.
Task<> drain(EngineState& engine, Call call, Window& window, TargetElement& target, SyncFlag flag);

// Drain every target of the window, in four steps. After the third step, all operations that were called before the
// first step are complete at the origin. After the last step, these operations are also complete at their targets. The
// first step returns `posted`, the number of operations called so far. After each of the other steps, the caller must
// co_await engine.waits. The steps are not one coroutine, because all ranks may drain at the same time and would each
// need another frame.
std::uint32_t begin_drain_all(EngineState& engine, Window& window, SyncFlag flag);
void until_all_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted);
void until_all_data_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted);
void until_all_acknowledged(EngineState& engine, Call call, Window& window);

// Sends a packet that requests an acknowledgement to a target without an element, and waits for the acknowledgement.
Task<> ask_and_await(EngineState& engine, Call call, Window& window, Packet packet);

}  // namespace rmasim::newrma
