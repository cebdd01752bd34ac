// Reports on waiting calls of a process: the awaited ranks, as far as the process can determine them, and a text for
// the deadlock report with the events that a call needs.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/ch4/engine_state.h"

#include <string>

namespace rmasim::ch4 {

AwaitedRanks ranks_awaited(const EngineState& engine, const WaitReason& reason);
std::string text_of_wait(const EngineState& engine, const WaitReason& reason);

}  // namespace rmasim::ch4
