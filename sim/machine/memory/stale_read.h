// A stale read: a load that returned an old value because the scenario's settings omit a MEM_SYNC of the protocol
// (MemorySettings::without_mem_sync).
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::sim {

// Rank `reader` loaded stale bytes of `owner`'s window segment. The MEM_SYNC `missing`, which `rank` omitted, would
// have prevented this. There are three causes. 1. The current value was still in its writer's store buffer: `rank` is
// this writer. 2. The stale value left its writer's store buffer late and overwrote a newer value: `rank` is the writer
// of the stale value. 3. Memory had the current value, but the reader's load still returned an older value: `rank` is
// the reader.
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
