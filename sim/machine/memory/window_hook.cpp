// Calls of the hook before accesses to windows (access_hook.h).
#include "sim/machine/memory/region_runs.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/window_memory.h"

namespace rmasim::sim {

AccessedBytes WindowMemory::bytes_at(Rank owner, SpaceId space, std::uint64_t disp_bytes, std::uint64_t bytes) const {
    const Over there = accessed(owner, space, disp_bytes);
    const Over over = scenario_.backing_of(there.space);
    const std::uint64_t begin = over.disp_bytes + there.disp_bytes;
    return {owner, over.space, begin, begin + bytes};
}

void WindowMemory::call_hook(Rank by, AccessKind kind, Rank owner, WindowId window, const Region& region) {
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t, std::size_t count) {
        hook_->before_access(by, kind, bytes_at(owner, window, region.disp + in_window, count * size));
    });
}

// Calls the hook before an update. Returns true, without a call, if the update and the last read belong to the same
// operation. Such an operation fetches and updates, and the hook was called before the read.
bool WindowMemory::begin_update(Rank by, Rank owner, WindowId window, const Region& region) {
    const bool one_with_the_last = begun_ == Fetched{by, owner, window, region.disp};
    begun_.by = no_rank;
    if (!one_with_the_last) begin_access(by, AccessKind::write, owner, window, region);
    return one_with_the_last;
}

bool WindowMemory::is_taken_over(const MemoryUpdate& update) {
    const bool has_fetched = begin_update(update.by, update.owner, update.window, update.region);
    return !has_fetched && areas_[update.window].shared && hook_->takes_over(update);
}

void WindowMemory::note_update_ahead(Rank owner, WindowId window, const Region& region) {
    const std::byte* const from = at(owner, window, region.disp);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t, std::size_t count) {
        machine_->note_ahead(from + in_window, count * size);
    });
}

}  // namespace rmasim::sim
