// The progress engine, and the functions by which calls run it (CH3-PROG-1 to CH3-PROG-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Handles all packets that have arrived, and runs the hook.
void poke(EngineState& engine);
// PROGRESS_TARGET: progress on one target. `target` may be null.
void progress_target(EngineState& engine, Window& window, TargetElement* target);
// PROGRESS_WINDOW: progress on all targets of a window.
void progress_window(EngineState& engine, Window& window);
// PROGRESS_TARGET without a poke. With setting `fixed`, the waits for elements call this function.
void progress_again(EngineState& engine, Window& window, TargetElement& target);

// Sets the condition of a wait, and makes progress if it does not hold. The caller must then co_await engine.waits. A
// deadlock report prints `reason`.
template <class Condition>
void wait_until(EngineState& engine, WaitReason reason, Condition condition) {
    if (!condition()) poke(engine);
    engine.waits.until(reason, condition);
}

}  // namespace rmasim::ch3
