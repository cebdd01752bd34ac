// MEM_SYNC (design, "RMA + shared memory"): a full memory barrier of this process, if the window's memory is shared.
// For other windows these functions do nothing.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void mem_sync(EngineState& engine, Window& window, MemSync sync_point);

// Called before an operation from another node is applied.
void before_applying(EngineState& engine, Window& window, const Packet& packet);
// Called before applied operations are acknowledged.
void expose_applied(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
