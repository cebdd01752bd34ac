// Reports on waiting calls of a process: the awaited ranks, as far as the process can determine them, and a text for
// the deadlock report with the events that a call needs. For a counter
// there is no such rank: a counter does not record the processes that will lower it (SC-AIM-2).
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/synccount/engine_state.h"

#include <string>

namespace rmasim::synccount {

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason);
std::string text_of_wait(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::synccount
