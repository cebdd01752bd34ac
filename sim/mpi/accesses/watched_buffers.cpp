#include "sim/mpi/accesses/watched_buffers.h"

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

std::vector<WatchedBuffers::Buffer> WatchedBuffers::note_freed(Rank rank, const ByteRun& bytes) {
    std::vector<Buffer> dead;
    for (Buffer& one : of_rank_[static_cast<std::size_t>(rank)]) {
        if (one.freed || one.bytes.begin >= bytes.end || bytes.begin >= one.bytes.end) continue;
        one.freed = true;
        dead.push_back(one);
    }
    return dead;
}

std::vector<WatchedBuffers::Buffer> WatchedBuffers::take_in_frame(Rank rank, std::uint64_t slot) {
    std::vector<Buffer> dead;
    std::erase_if(of_rank_[static_cast<std::size_t>(rank)], [&](Buffer& one) {
        if (one.slot != slot) return false;
        dead.push_back(std::move(one));
        return true;
    });
    forget_frame(rank, slot);
    return dead;
}

}  // namespace rmasim::sim
