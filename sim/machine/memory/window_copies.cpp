// The private and public copies of windows (protocol/memmodel/shadow/copies.h). The functions select the copy that an
// access uses.
#include "sim/machine/memory/attachments.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/two_copies.h"

namespace rmasim::sim {

memmodel::Copies* WindowMemory::copies() { return two_copies_ ? &two_copies_->copies : nullptr; }

void WindowMemory::decide_by(MemoryChoices& choices) {
    if (machine_) machine_->decide_by(choices);
    if (two_copies_) two_copies_->choices = &choices;
}

// Creates the copies of all windows that exist from the start.
void WindowMemory::make_copies() {
    for (WindowId window = 0; window < windows_; ++window) {
        if (areas_[window].by_call) continue;
        for (std::size_t rank = 0; rank < ranks_; ++rank) make_copies(static_cast<Rank>(rank), window);
    }
}

// Creates the copies of one window segment. Windows in shared memory have only one copy (MM-MODEL-3), so they are
// skipped.
void WindowMemory::make_copies(Rank owner, WindowId window) {
    const Area& area = areas_[window];
    if (area.shared) return;
    if (area.dynamic) {
        const auto memory = static_cast<memmodel::MemoryId>(scenario_.spaces());
        return two_copies_->copies.created(owner, window, memory);
    }
    const Over over = scenario_.backing_of(window);
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
    const Over over = scenario_.backing_of(space);
    two_copies_->copies.store(owner, over.space, over.disp_bytes + disp_bytes, {from, bytes});
}

Over WindowMemory::accessed(Rank owner, WindowId window, std::uint64_t disp_bytes) const {
    return areas_[window].dynamic ? attachments_->space_at(owner, disp_bytes) : Over{window, disp_bytes};
}

void WindowMemory::load_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to,
                               std::size_t bytes) {
    if (has_copies(owner, window)) {
        if (areas_[window].dynamic) disp_bytes = attachments_->offset_of(owner, disp_bytes);
        return two_copies_->copies.read(owner, window, disp_bytes, {to, bytes});
    }
    const Over there = accessed(owner, window, disp_bytes);
    load_bytes(by, owner, there.space, there.disp_bytes, to, bytes);
}

bool WindowMemory::peek_public(Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const {
    if (!data_) return false;
    if (has_copies(owner, window)) {
        if (areas_[window].dynamic) disp_bytes = attachments_->offset_of(owner, disp_bytes);
        two_copies_->copies.read(owner, window, disp_bytes, to);
        return true;
    }
    const Over there = accessed(owner, window, disp_bytes);
    peek(owner, there.space, there.disp_bytes, to.data(), to.size());
    return true;
}

void WindowMemory::store_public(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                                std::size_t bytes) {
    if (has_copies(owner, window)) {
        if (areas_[window].dynamic) disp_bytes = attachments_->offset_of(owner, disp_bytes);
        return two_copies_->copies.update(owner, window, disp_bytes, {from, bytes});
    }
    const Over there = accessed(owner, window, disp_bytes);
    store_bytes(by, owner, there.space, there.disp_bytes, from, bytes);
}

void WindowMemory::attach(Rank owner, WindowId window, const OriginBuffer& memory, std::uint64_t bytes) {
    const Over over{*window_of(memory), static_cast<std::uint64_t>(memory.first)};
    attachments_->attach(owner, window, over, bytes);
    if (!two_copies_) return;
    const std::uint64_t begin = scenario_.backing_of(over.space).disp_bytes + over.disp_bytes;
    two_copies_->copies.attached(owner, window, {begin, begin + bytes});
}

void WindowMemory::detach(Rank owner, WindowId window, const OriginBuffer& memory) {
    const Over over{*window_of(memory), static_cast<std::uint64_t>(memory.first)};
    const std::uint64_t bytes = attachments_->detach(owner, window, over);
    if (!two_copies_) return;
    const std::uint64_t begin = scenario_.backing_of(over.space).disp_bytes + over.disp_bytes;
    two_copies_->copies.detached(owner, window, {begin, begin + bytes});
}

}  // namespace rmasim::sim
