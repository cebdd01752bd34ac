// The packets of ALLTOALL, which depend on the algorithm that the settings choose.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/types.h"
#include "sim/scenario/families/family.h"

#include <cstdint>

namespace rmasim::sim {

// True if each of `size` processes sends a packet to every other one in the call. False if blocks of several processes
// share a packet. `bytes`: the size of a block.
bool alltoall_is_direct(const Family& family, const ProtocolSettings& settings, Call alltoall, Rank size,
                        std::uint64_t bytes);

}  // namespace rmasim::sim
