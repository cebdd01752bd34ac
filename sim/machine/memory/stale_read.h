// A stale read: a load that would have returned another value if a MEM_SYNC had not been omitted
// (MemorySettings::without_mem_sync).
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::sim {

// Rank `reader` loaded stale bytes of `owner`'s window segment. The omitted MEM_SYNC `missing` of `rank` would have
// prevented this. `rank` is the writer if the writer's store was still in its store buffer, or left the buffer late and
// overwrote a newer value. `rank` is the reader if the reader loaded an overwritten value.
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
