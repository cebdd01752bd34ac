// WIN_ATTACH and WIN_DETACH: a process tells its own memory which part of it a dynamic window reaches. Nobody is asked
// and nobody is told, so both end at once; that others know the address, and when, is the program's affair.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/task.h"
#include "protocol/base/world.h"

namespace rmasim {

// The window exists. Raises what Memory::attach and Memory::detach raise.
Task<> attach_or_detach(const World& world, Rank rank, CallRequest request);

}  // namespace rmasim
