// The memory barriers of the synchronisation calls, where the window is in shared memory (CH3-NODE-3).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

inline void mem_sync(EngineState& engine, const Window& window, MemSync sync_point) {
    if (!window.shared) return;
    engine.world.memory.mem_sync(engine.rank, sync_point);
    engine.world.observer.mem_sync(engine.rank, sync_point);
}

}  // namespace rmasim::ch3
