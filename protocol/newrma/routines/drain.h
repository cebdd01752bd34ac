// Emptying what is queued, and waiting for it: the second half of FENCE, COMPLETE, UNLOCK and FLUSH.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Issues everything queued for `target`, with `flag` on the last packet or after it, and waits for the acknowledgement.
// Also waits for the lock, unless it is piggybacked on the only operation. The caller holds `target`.
Task<> drain(EngineState& engine, Call call, Window& window, TargetElement& target, SyncFlag flag);

// The same for every target of the window, in steps: everything posted so far is complete at the origin and, after the
// last step, at its targets. No call of its own, because all ranks may be in one at once: each frame less counts. The
// first step returns the number of operations that were posted so far; after each of the others, co_await engine.waits.
std::uint32_t begin_drain_all(EngineState& engine, Window& window, SyncFlag flag);
void until_all_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted);
void until_all_data_sent(EngineState& engine, Call call, Window& window, std::uint32_t posted);
void until_all_acknowledged(EngineState& engine, Call call, Window& window);

// Sends a packet that asks for an acknowledgement to a target without an element, and waits for the answer.
Task<> ask_and_await(EngineState& engine, Call call, Window& window, Packet packet);

}  // namespace rmasim::newrma
