// The regions of a process's part of a window, which have a mutex each, and the runs of an accumulate. A run is a
// sequence of adjacent elements in one region, or a single element that spans two regions.
#pragma once

#include "protocol/base/operation.h"

#include <algorithm>

namespace rmasim::shm {

class Regions {
public:
    // Divides a part of `part_bytes` bytes into regions of `min_bytes` bytes, the last of which includes the remainder.
    // If `min_bytes` is 0, the part is a single region (SHM-ACC-5, SHM-CREATE-3).
    Regions(std::uint64_t part_bytes, std::uint64_t min_bytes)
        : bytes_(min_bytes == 0 ? std::max<std::uint64_t>(part_bytes, 1) : min_bytes),
          count_(static_cast<std::uint32_t>(std::max<std::uint64_t>(part_bytes / bytes_, 1))) {}

    std::uint32_t count() const { return count_; }
    std::uint32_t of(std::uint64_t byte) const {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(byte / bytes_, count_ - 1));
    }
    // Returns the offset behind the region's last byte. For the last region, returns UINT64_MAX.
    std::uint64_t end(std::uint32_t region) const {
        return region + 1 == count_ ? UINT64_MAX : (region + std::uint64_t{1}) * bytes_;
    }

private:
    std::uint64_t bytes_;
    std::uint32_t count_;
};

// A run: elements `first` to `first + count` - 1 of an operation, which begin at byte `begin` of the part. `low` and
// `high` are the first and last region of the run. They differ only for a single element that spans two regions.
struct Run {
    std::uint32_t first;
    std::uint32_t count;
    std::uint32_t low;
    std::uint32_t high;
    std::uint64_t begin;
    bool ends_block;  // the operation's next element, if there is one, is not adjacent to the run
};

// Returns the run that begins with element `first` of `touched`. The runs of a vector are in ascending order, because
// the blocks of a vector are in ascending order.
Run run_at(const Regions& regions, const Region& touched, std::uint32_t first);

}  // namespace rmasim::shm
