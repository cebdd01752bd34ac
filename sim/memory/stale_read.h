// What a MEM_SYNC that was left out would have changed.
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim::sim {

// `reader` loaded bytes of `owner`'s window that somebody had overwritten before. It would not have, had `rank` carried
// out its MEM_SYNC `missing`: as the writer, whose store was still in its buffer, or left it late and came over a newer
// one; or as the reader, which still had the old value.
struct StaleRead {
    Rank reader = no_rank;
    Rank owner = no_rank;
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Rank rank = no_rank;
    MemSync missing = MemSync::fence_before;
};

// "rank 1 read an old value of w[0] of rank 0: MEM_SYNC fence.before of rank 0 is left out"
std::string text_of(const StaleRead& read, const std::string& window_name);

}  // namespace rmasim::sim
