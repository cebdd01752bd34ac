// MPID_Make_progress: looks at everything that lies there, then goes through the queue.
#pragma once

#include "protocol/base/process.h"
#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

// All packets that lie there join the queue or are handled, before the first request runs: otherwise grants would
// follow the order of single packets. Calls whose wait is over are not resumed yet.
void look(EngineState& engine, Looker looker);

}  // namespace rmasim::oldqueue
