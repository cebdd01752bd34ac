// Which lost packet explains which wait: knowledge of the families' packets.
#pragma once

#include "sim/diagnosis/wait_graph.h"

namespace rmasim::sim {

// `lost` is part of what `rank` waits for with `wait`: it was on its way to `rank`, or would have brought the answer.
bool is_missed(const LostPacket& lost, Rank rank, const Wait& wait);

}  // namespace rmasim::sim
