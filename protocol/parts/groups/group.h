// Checked and sorted groups of START and POST.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/types.h"
#include "protocol/parts/groups/window_group.h"

namespace rmasim {

// Returns the group in ascending order. Throws ErroneousProgram, with the name of `call`, if it contains a rank twice.
Group sorted(Call call, Group group);
// Returns the communicator ranks of the group in the window, in ascending order. Throws ErroneousProgram, with the name
// of `call`, if the group contains a rank twice.
Group sorted_comm_ranks(Call call, Group group, const WindowGroup& window);

}  // namespace rmasim
