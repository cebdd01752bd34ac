// The MPI calls that this family implements (CH4-SCOPE-2).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::ch4 {

inline constexpr CallSet calls = message_calls | mpi3_window_calls;

}  // namespace rmasim::ch4
