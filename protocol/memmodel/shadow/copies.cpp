#include "protocol/memmodel/shadow/copies.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

namespace {

// True if the public copy has all stores before this call begins (MM-COPY-1).
bool publishes(Call call) {
    return call == Call::post || call == Call::fence || call == Call::unlock || call == Call::unlock_all ||
           call == Call::sync || call == Call::win_change_comm;
}

// True if the public copy also has the results that this call completes.
bool publishes_results(Call call) { return call == Call::fence || call == Call::unlock || call == Call::unlock_all; }

// True if the private copy has all updates before this call returns (MM-COPY-2).
bool refreshes(Call call, bool done) {
    return call == Call::wait || call == Call::fence || call == Call::lock || call == Call::lock_all ||
           call == Call::sync || call == Call::win_change_comm || (call == Call::test && done);
}

}  // namespace

Copies::PublicCopy* Copies::copy(Rank rank, WindowId window) {
    std::vector<PublicCopy>& windows = of(rank).windows;
    return window < windows.size() && windows[window].exists ? &windows[window] : nullptr;
}

bool Copies::has(Rank rank, WindowId window) const {
    const std::vector<PublicCopy>& windows = ranks_[static_cast<std::size_t>(rank)].windows;
    return window < windows.size() && windows[window].exists;
}

void Copies::created(Rank rank, WindowId window, MemoryId memory, Run bytes) {
    std::vector<PublicCopy>& windows = of(rank).windows;
    if (windows.size() <= window) windows.resize(window + 1u);
    windows[window] = {};
    windows[window].exists = true;
    windows[window].memory = memory;
    windows[window].runs = {bytes};
    windows[window].base = bytes.begin;
}

void Copies::created(Rank rank, WindowId window, MemoryId memory) {
    created(rank, window, memory, {0, 0});
    copy(rank, window)->runs.clear();
}

// Bytes of this range in the overlay belong to an earlier attachment, or to none.
void Copies::attached(Rank rank, WindowId window, Run bytes) {
    PublicCopy& there = *copy(rank, window);
    there.runs.push_back(bytes);
    there.apart.erase(bytes.begin, bytes.end);
}

void Copies::detached(Rank rank, WindowId window, Run bytes) {
    PublicCopy& there = *copy(rank, window);
    std::erase(there.runs, bytes);
    if (there.updates) {
        scratch_.resize(static_cast<std::size_t>(bytes.end - bytes.begin));
        memory_.read(rank, there.memory, bytes.begin, scratch_);
        there.apart.patch(bytes.begin, scratch_);
        const std::vector<std::byte> made_equal = std::move(scratch_);
        write_private(rank, there.memory, bytes.begin, made_equal, &there);
    }
    there.apart.erase(bytes.begin, bytes.end);
}

void Copies::freed(Rank rank, WindowId window) {
    PublicCopy* const freed = copy(rank, window);
    if (freed == nullptr) return;
    publish(*freed);
    refresh(rank, *freed);
    *freed = {};
}

bool Copies::at_once(Rank rank) { return ended_ || propagation_.at_once(rank, ++of(rank).updates); }

void Copies::store(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> bytes) {
    write_private(rank, memory, begin, bytes, nullptr);
}

// `known`: the public copy that has these bytes already. For the public copies of other windows, the update counts as a
// store (MM-COPY-3).
void Copies::write_private(Rank rank, MemoryId memory, std::uint64_t begin, std::span<const std::byte> bytes,
                           const PublicCopy* known) {
    if (bytes.empty()) return;
    const std::uint64_t end = begin + bytes.size();
    for (PublicCopy& window : of(rank).windows) {
        if (!window.exists || window.memory != memory) continue;
        for (const Run& run : window.runs) {
            const Run both{std::max(begin, run.begin), std::min(end, run.end)};
            if (both.begin < both.end) stored(rank, window, both, &window == known);
        }
    }
    memory_.write(rank, memory, begin, bytes);
}

void Copies::stored(Rank rank, PublicCopy& window, const Run& bytes, bool is_known) {
    if (is_known || window.closing > 0 || at_once(rank)) {
        window.apart.erase(bytes.begin, bytes.end);
        if (window.apart.empty()) window.stores = window.updates = false;
        return;
    }
    scratch_.resize(static_cast<std::size_t>(bytes.end - bytes.begin));
    memory_.read(rank, window.memory, bytes.begin, scratch_);
    window.apart.keep(bytes.begin, scratch_);
    window.stores = true;
}

void Copies::read(Rank rank, WindowId window, std::uint64_t begin, std::span<std::byte> to) const {
    const PublicCopy& from = ranks_[static_cast<std::size_t>(rank)].windows[window];
    memory_.read(rank, from.memory, from.base + begin, to);
    from.apart.patch(from.base + begin, to);
}

void Copies::update(Rank rank, WindowId window, std::uint64_t begin, std::span<const std::byte> bytes) {
    if (bytes.empty()) return;
    PublicCopy& to = *copy(rank, window);
    begin += to.base;
    if (at_once(rank)) return write_private(rank, to.memory, begin, bytes, &to);
    to.apart.set(begin, bytes);
    to.updates = true;
}

// In an erroneous program that also has updates, the updates are lost here.
void Copies::publish(PublicCopy& copy) {
    if (!copy.stores) return;
    copy.apart.clear();
    copy.stores = copy.updates = false;
}

// In an erroneous program that also has stores, the stores are lost here.
void Copies::refresh(Rank rank, PublicCopy& copy) {
    if (!copy.updates) return;
    const Overlay apart = std::exchange(copy.apart, {});
    copy.stores = copy.updates = false;
    for (const auto& [begin, bytes] : apart.runs()) write_private(rank, copy.memory, begin, bytes, &copy);
}

void Copies::began(Rank rank, Call call, WindowId window) {
    PublicCopy* const there = copy(rank, window);
    if (there == nullptr) return;
    if (publishes(call)) publish(*there);
    if (publishes_results(call)) ++there->closing;
}

void Copies::returned(Rank rank, Call call, WindowId window, bool done) {
    PublicCopy* const there = copy(rank, window);
    if (there == nullptr) return;
    if (publishes_results(call)) --there->closing;
    if (refreshes(call, done)) refresh(rank, *there);
}

void Copies::publish(Rank rank, WindowId window) {
    if (PublicCopy* const there = copy(rank, window)) publish(*there);
}

void Copies::refresh(Rank rank, WindowId window) {
    if (PublicCopy* const there = copy(rank, window)) refresh(rank, *there);
}

void Copies::ended() {
    ended_ = true;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
        for (PublicCopy& window : ranks_[rank].windows) {
            publish(window);
            refresh(static_cast<Rank>(rank), window);
        }
    }
}

void Copies::clear() {
    for (OfRank& rank : ranks_) rank = {};
    ended_ = false;
}

}  // namespace rmasim::memmodel
