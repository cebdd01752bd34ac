// A load that would have returned another value if a MEM_SYNC had not been omitted (MemorySettings::without_mem_sync).
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::sim {

// Rank `reader` loaded stale bytes of `owner`'s window segment. The MEM_SYNC `missing` of `rank` would have prevented
// it. `rank` is the writer if its store was still in its buffer, or was applied late and overwrote a newer value.
// `rank` is the reader if it could still load the old value.
struct StaleRead {
    Rank reader = no_rank;
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Rank rank = no_rank;
    MemSync missing = MemSync::fence_before;
};

// "rank 1 read a stale value of w[0] of rank 0: MEM_SYNC fence.before of rank 0 was omitted"
std::string text_of(const StaleRead& read, const std::string& window_name);

}  // namespace rmasim::sim
