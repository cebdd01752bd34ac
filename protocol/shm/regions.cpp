#include "protocol/shm/regions.h"

namespace rmasim::shm {

namespace {

// Returns the number of adjacent elements of `touched` from element `first` to the end of its block.
std::uint32_t left_of_block(const Region& touched, std::uint32_t first) {
    const std::uint32_t all = touched.count - first;
    if (touched.basic() || touched.block_length == touched.stride) return all;
    return std::min(all, touched.block_length - first % touched.block_length);
}

}  // namespace

Run run_at(const Regions& regions, const Region& touched, std::uint32_t first) {
    const std::uint64_t size = bytes_of(touched.datatype);
    const std::uint64_t gaps =
        touched.basic() ? 0 : std::uint64_t{first / touched.block_length} * (touched.stride - touched.block_length);
    const std::uint64_t begin = touched.disp + (first + gaps) * size;
    const std::uint32_t low = regions.of(begin);
    const std::uint32_t high = regions.of(begin + size - 1);
    const std::uint32_t left = left_of_block(touched, first);
    if (low != high) return {first, 1, low, high, begin, left == 1};
    const std::uint64_t whole = (regions.end(low) - begin) / size;
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(whole, left));
    return {first, count, low, high, begin, count == left};
}

}  // namespace rmasim::shm
