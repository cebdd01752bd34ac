// A stale read: a load that returned an old value because the scenario's settings omit a MEM_SYNC of the protocol
// (MemorySettings::without_mem_sync).
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::sim {

// Rank `reader` loaded stale bytes of `owner`'s window segment. The MEM_SYNC `missing`, which `rank` omitted, would
// have prevented this. `rank` is the writer of the current value if this value was still in the writer's store buffer.
// `rank` is the writer of the stale value if this value left its store buffer late and overwrote a newer value. `rank`
// is the reader if the reader loaded an overwritten value.
struct StaleRead {
    Rank reader = no_rank;
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Rank rank = no_rank;
    MemSync missing = MemSync::fence_before;
};

// Returns the read as text: "rank 1 read a stale value of w[0] of rank 0: MEM_SYNC fence.before of rank 0 was omitted".
std::string text_of(const StaleRead& read, const std::string& window_name);

}  // namespace rmasim::sim
