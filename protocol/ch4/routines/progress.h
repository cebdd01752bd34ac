// Progress: handlers run only here (CH4-PROG-1 to CH4-PROG-3).
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// What handles one packet: `send` calls it where the process itself is the target.
EngineState::Handler packet_handler();

// Handles all packets that have arrived.
void progress(EngineState& engine);
// What FLUSH adds: every `flush_progress_interval`-th call makes progress though it need not.
void progress_at_flush(EngineState& engine);

// Progress until the condition holds: then co_await engine.waits. A deadlock report prints `reason`.
template <class Condition>
void wait_until(EngineState& engine, WaitReason reason, Condition condition) {
    if (!condition()) progress(engine);
    engine.waits.until(reason, condition);
}

}  // namespace rmasim::ch4
