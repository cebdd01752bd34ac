// The groups of START and POST.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/types.h"

namespace rmasim {

// The group in ascending order. Raises ErroneousProgram, naming `call`, if a rank is in it twice.
Group sorted(Call call, Group group);

}  // namespace rmasim
