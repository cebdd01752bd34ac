// MPI_PROC_NULL as the target of an operation or the peer of a message. A call with this rank checks its epoch like any
// other call. It then returns at once, without a packet and without access to its buffers. Its request is complete from
// the start (MPI 3.1, 3.11 and 11.3). Groups and locks must name ranks and do not accept MPI_PROC_NULL.
#pragma once

#include "protocol/base/types.h"

namespace rmasim {

inline constexpr Rank proc_null = no_rank;

}  // namespace rmasim
