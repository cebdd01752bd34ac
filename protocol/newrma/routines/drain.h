// Emptying what is queued, and waiting for it: the second half of FENCE, COMPLETE, UNLOCK and FLUSH.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Everything queued for `target` goes out, its last packet carrying `flag` or followed by it, and the acknowledgement
// comes back. The lock is awaited on the way unless it is piggybacked on the only operation. The caller holds `target`.
Task<> drain(EngineState& engine, Call call, Window& window, TargetElement& target, SyncFlag flag);

// The same for every target of the window: everything posted up to now is done, here or, beyond FLUSH_LOCAL, at its
// targets.
Task<> drain_all(EngineState& engine, Call call, Window& window, SyncFlag flag);

// Sends a packet that asks for an acknowledgement, to a target without an element, and awaits the answer.
Task<> ask_and_await(EngineState& engine, Call call, Window& window, Packet packet);

}  // namespace rmasim::newrma
