// The progress engine, and the functions by which calls run it (CH3-PROG-1 to CH3-PROG-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Handles all packets that have arrived, and runs the hook.
void poke(EngineState& engine);
// PROGRESS_TARGET; `target` may be null.
void progress_target(EngineState& engine, Window& window, TargetElement* target);
// PROGRESS_WINDOW.
void progress_window(EngineState& engine, Window& window);
// PROGRESS_TARGET without a poke. `fixed` adds it to the waits for elements.
void progress_again(EngineState& engine, Window& window, TargetElement& target);

// Makes progress until the condition holds; then use co_await engine.waits. A deadlock report prints `reason`.
template <class Condition>
void wait_until(EngineState& engine, WaitReason reason, Condition condition) {
    if (!condition()) poke(engine);
    engine.waits.until(reason, condition);
}

}  // namespace rmasim::ch3
