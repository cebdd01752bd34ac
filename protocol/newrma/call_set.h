// The MPI calls that this family implements.
#pragma once

#include "protocol/base/call.h"

namespace rmasim::newrma {

inline constexpr CallSet calls = message_calls | mpi3_window_calls;

}  // namespace rmasim::newrma
