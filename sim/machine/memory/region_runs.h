// Iterates over the contiguous runs of bytes in a region of a window.
#pragma once

#include "protocol/base/operation.h"

#include <algorithm>
#include <cstddef>

namespace rmasim::sim {

// Calls `use` for each contiguous run of elements. The arguments are the run's offset from the region's first element,
// the run's offset in the payload (both in bytes), and the number of elements.
template <class Use>
void for_each_run(const Region& region, Use use) {
    if (region.basic()) return use(std::size_t{0}, std::size_t{0}, std::size_t{region.count});
    const std::size_t size = bytes_of(region.datatype);
    std::size_t in_window = 0;
    for (std::size_t done = 0; done < region.count; done += region.block_length) {
        use(in_window * size, done * size, std::min<std::size_t>(region.block_length, region.count - done));
        in_window += region.stride;
    }
}

}  // namespace rmasim::sim
