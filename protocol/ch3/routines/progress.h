// The progress engine, and the functions by which calls run it (CH3-PROG-1 to CH3-PROG-6).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Handles all packets that have arrived. Then runs the progress hook, which issues operations of active windows.
void poke(EngineState& engine);
// PROGRESS_TARGET: issues operations to one target. If `target` is null or cannot be issued to, handles arrived packets
// instead.
void progress_target(EngineState& engine, Window& window, TargetElement* target);
// PROGRESS_WINDOW: issues operations to all targets of a window. If the window is not ready, handles arrived packets
// instead.
void progress_window(EngineState& engine, Window& window);
// The same as PROGRESS_TARGET, but never handles arrived packets. With setting `fixed`, calls that wait for free
// elements call this function.
void progress_again(EngineState& engine, Window& window, TargetElement& target);

// Sets the condition of a wait, and makes progress if it does not hold. The caller must then co_await engine.waits. A
// deadlock report prints `reason`.
template <class Condition>
void wait_until(EngineState& engine, WaitReason reason, Condition condition) {
    if (!condition()) poke(engine);
    engine.waits.until(reason, condition);
}

}  // namespace rmasim::ch3
