// Private and public copies of windows (protocol/memmodel/copies.h): which one an access is of.
#include "sim/memory/shared_memory.h"
#include "sim/memory/two_copies.h"

namespace rmasim::sim {

memmodel::Copies* WindowMemory::copies() { return two_copies_ ? &two_copies_->copies : nullptr; }

void WindowMemory::decide_by(Fate& fate) {
    if (machine_) machine_->decide_by(fate);
    if (two_copies_) two_copies_->fate = &fate;
}

// Of the windows that exist from the start.
void WindowMemory::make_copies() {
    for (WindowId window = 0; window < windows_; ++window) {
        if (areas_[window].by_call) continue;
        for (std::size_t rank = 0; rank < ranks_; ++rank) make_copies(static_cast<Rank>(rank), window);
    }
}

// Windows in shared memory have one copy (MM-MODEL-3).
void WindowMemory::make_copies(Rank owner, WindowId window) {
    const Area& area = areas_[window];
    if (area.shared) return;
    const Over over = memory_of(window, area.over);
    two_copies_->copies.created(owner, window, over.space,
                                {over.disp_bytes, over.disp_bytes + area.bytes_of.of(owner)});
}

bool WindowMemory::has_copies(Rank owner, WindowId window) const {
    return two_copies_ && two_copies_->copies.has(owner, window);
}

void WindowMemory::store_private(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, const std::byte* from,
                                 std::size_t bytes) {
    const Area& area = areas_[space];
    if (!two_copies_ || area.shared) return store_bytes(by, owner, space, disp_bytes, from, bytes);
    const Over over = memory_of(space, area.over);
    two_copies_->copies.store(owner, over.space, over.disp_bytes + disp_bytes, {from, bytes});
}

void WindowMemory::load_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to,
                               std::size_t bytes) {
    if (!has_copies(owner, window)) return load_bytes(by, owner, window, disp_bytes, to, bytes);
    two_copies_->copies.read(owner, window, disp_bytes, {to, bytes});
}

void WindowMemory::store_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                                std::size_t bytes) {
    if (!has_copies(owner, window)) return store_bytes(by, owner, window, disp_bytes, from, bytes);
    two_copies_->copies.update(owner, window, disp_bytes, {from, bytes});
}

}  // namespace rmasim::sim
