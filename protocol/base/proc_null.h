// MPI_PROC_NULL, the rank of nobody, as the target of an operation or the other side of a message: the call checks its
// epoch like any other and then returns at once, without a packet and without touching its buffers; its request is
// complete when it is made (MPI 3.1, 3.11 and 11.3). Only these calls take it: groups and locks name ranks.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

inline constexpr Rank proc_null = no_rank;

}  // namespace rmasim
