// MEM_SYNC (design, "RMA + shared memory"): a full memory barrier of this process, if the window's memory is shared.
// For other windows these functions do nothing.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

void mem_sync(EngineState& engine, Window& window, MemSync place);

// An operation from another node is about to be applied.
void before_applying(EngineState& engine, Window& window, const Packet& packet);
// Applied operations are about to be acknowledged.
void expose_applied(EngineState& engine, Window& window);

}  // namespace rmasim::newrma
