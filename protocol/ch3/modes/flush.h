// FLUSH, FLUSH_LOCAL, FLUSH_ALL, FLUSH_LOCAL_ALL, SYNC (CH3-PASSIVE-4, CH3-PASSIVE-5).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

Task<> flush(EngineState& engine, Window& window, Rank rank);
Task<> flush_local(EngineState& engine, Window& window, Rank rank);
Task<> flush_all(EngineState& engine, Window& window);
Task<> flush_local_all(EngineState& engine, Window& window);
Task<> sync(EngineState& engine, Window& window);

// Do the same as FLUSH_LOCAL_ALL and FLUSH_ALL, but without the check that a passive-target epoch is open. FENCE and
// COMPLETE call them.
Task<> complete_all_locally(EngineState& engine, Call call, Window& window);
Task<> complete_all_remotely(EngineState& engine, Call call, Window& window);

}  // namespace rmasim::ch3
