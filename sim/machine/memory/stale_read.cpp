#include "sim/machine/memory/stale_read.h"

#include <fmt/core.h>

namespace rmasim::sim {

std::string text_of(const StaleRead& read, const std::string& window_name) {
    return fmt::format("rank {} read a stale value of {}[{}] of rank {}: MEM_SYNC {} of rank {} was omitted",
                       read.reader, window_name, read.disp_bytes, read.owner, name_of(read.missing), read.rank);
}

}  // namespace rmasim::sim
