#include "sim/mpi/watched_buffers.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

void WatchedBuffers::add(Rank rank, Buffer buffer) {
    if (buffer.slot != 0) WatchedMemory::watch_return(buffer.slot, true);
    of_rank_[static_cast<std::size_t>(rank)].push_back(std::move(buffer));
}

void WatchedBuffers::forget_frame(Rank rank, std::uint64_t slot) const {
    const std::vector<Buffer>& all = of_rank_[static_cast<std::size_t>(rank)];
    const bool others = std::ranges::any_of(all, [&](const Buffer& one) { return one.slot == slot; });
    if (slot != 0 && !others) WatchedMemory::watch_return(slot, false);
}

bool WatchedBuffers::remove(Rank rank, const ByteRun& bytes, WatchedMemory::Use use) {
    std::vector<Buffer>& all = of_rank_[static_cast<std::size_t>(rank)];
    const auto found = std::ranges::find_if(all, [&](const Buffer& one) {
        return one.bytes.begin == bytes.begin && one.bytes.end == bytes.end && one.use == use;
    });
    if (found == all.end()) return false;
    const std::uint64_t slot = found->slot;
    all.erase(found);
    forget_frame(rank, slot);
    return true;
}

template <class Dies>
std::vector<WatchedBuffers::Buffer> WatchedBuffers::take(Rank rank, Dies dies) {
    std::vector<Buffer>& all = of_rank_[static_cast<std::size_t>(rank)];
    std::vector<Buffer> dead;
    std::erase_if(all, [&](Buffer& one) {
        if (!dies(one)) return false;
        dead.push_back(std::move(one));
        return true;
    });
    for (const Buffer& one : dead) forget_frame(rank, one.slot);
    return dead;
}

std::vector<WatchedBuffers::Buffer> WatchedBuffers::take_overlapping(Rank rank, const ByteRun& bytes) {
    return take(rank, [&](const Buffer& one) { return one.bytes.begin < bytes.end && bytes.begin < one.bytes.end; });
}

std::vector<WatchedBuffers::Buffer> WatchedBuffers::take_in_frame(Rank rank, std::uint64_t slot) {
    return take(rank, [&](const Buffer& one) { return one.slot == slot; });
}

}  // namespace rmasim::sim
