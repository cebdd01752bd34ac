// The MPI calls that this family implements (OQ-QUEUE-4).
#pragma once

#include "protocol/base/call.h"

namespace rmasim::oldqueue {

inline constexpr CallSet calls = message_calls | mpi2_window_calls;

}  // namespace rmasim::oldqueue
