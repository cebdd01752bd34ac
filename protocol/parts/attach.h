// WIN_ATTACH and WIN_DETACH: a process registers memory with its own segment of a dynamic window. WIN_ATTACH and
// WIN_DETACH are local calls and send no packets, so they complete at once. The program must pass the address of the
// memory to other processes, and must synchronise with these processes so that they access only attached memory.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/task.h"
#include "protocol/base/world.h"

namespace rmasim {

// Executes WIN_ATTACH or WIN_DETACH. The window must exist. Throws the errors of Memory::attach and Memory::detach.
Task<> attach_or_detach(const World& world, Rank rank, CallRequest request);

}  // namespace rmasim
