// Reports on waiting calls of a process: the awaited ranks, as far as the process can determine them, and a text for
// the deadlock report with the events that a call needs. A call that waits
// for a lock counts as waiting for the lock's target. The call may in fact depend on the holder of the lock, which only
// the target can name.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/newrma/engine_state.h"

#include <string>

namespace rmasim::newrma {

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason);
std::string text_of_wait(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::newrma
