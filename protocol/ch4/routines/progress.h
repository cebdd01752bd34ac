// Progress: packets are handled only here (CH4-PROG-1 to CH4-PROG-3), except for packets of a process to itself.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// Returns the function that handles one packet. `send` calls it for packets to the process itself.
EngineState::Handler packet_handler();

// Handles all packets that have arrived.
void progress(EngineState& engine);
// The progress of FLUSH: every `flush_progress_interval`-th FLUSH makes progress although no answer is missing.
void progress_at_flush(EngineState& engine);

// Sets the condition of a wait, and makes progress if it does not hold. The caller must then co_await engine.waits. A
// deadlock report prints `reason`.
template <class Condition>
void wait_until(EngineState& engine, WaitReason reason, Condition condition) {
    if (!condition()) progress(engine);
    engine.waits.until(reason, condition);
}

}  // namespace rmasim::ch4
