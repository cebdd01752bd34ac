// The groups of START and POST.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/types.h"
#include "protocol/parts/window_group.h"

namespace rmasim {

// The group in ascending order. Raises ErroneousProgram, naming `call`, if a rank is in it twice.
Group sorted(Call call, Group group);
// Their places in the window, in ascending order. Raises likewise.
Group sorted_places(Call call, Group group, const WindowGroup& window);

}  // namespace rmasim
