#include "sim/checkers/invariants/pairs.h"

#include <algorithm>
#include <bit>

namespace rmasim::sim::check {

namespace {

constexpr std::uint64_t max_slots_at_first = 1024;
constexpr std::uint64_t pairs_at_first = 4;

}  // namespace

Pairs::Pairs(Rank ranks, WindowId windows)
    : ranks_(ranks), windows_(windows), keys_(keys()),
      slots_(std::bit_ceil(std::clamp(keys_, std::uint64_t{2}, max_slots_at_first)), none), of_origin_(ranks, windows),
      of_target_(ranks, windows) {
    pairs_.reserve(std::min<std::uint64_t>(keys_, pairs_at_first));
}

std::uint64_t Pairs::keys() const {
    return static_cast<std::uint64_t>(ranks_) * static_cast<std::uint64_t>(ranks_) * windows_;
}

void Pairs::window_created(WindowId window) {
    of_origin_.make_room(window + std::size_t{1});
    of_target_.make_room(window + std::size_t{1});
    if (of_origin_.windows() == windows_) return;
    windows_ = of_origin_.windows();
    keys_ = keys();
    use_slots(
        std::max<std::size_t>(slots_.size(), std::bit_ceil(std::clamp(keys_, std::uint64_t{2}, max_slots_at_first))));
}

// Returns the slot at which the search for a pair begins. If the table has a slot for each possible pair, the key is
// the slot. Otherwise the slot is a Fibonacci hash of the key. This hash spreads neighbouring pairs, because the
// communication patterns of programs are regular.
std::size_t Pairs::first_slot(std::uint64_t key) const {
    if (slots_.size() >= keys_) return key;
    return (key * 0x9E3779B97F4A7C15U) >> (64 - std::countr_zero(slots_.size()));
}

Pair& Pairs::find(Rank origin, Rank target, WindowId window) {
    for (std::size_t slot = first_slot(key(origin, target, window));; slot = (slot + 1) & (slots_.size() - 1)) {
        if (slots_[slot] == none) return make(origin, target, window, slot);
        Pair& pair = pairs_[slots_[slot]];
        if (pair.origin == origin && pair.target == target && pair.window == window) return pair;
    }
}

Pair& Pairs::make(Rank origin, Rank target, WindowId window, std::size_t slot) {
    const auto index = static_cast<std::uint32_t>(pairs_.size());
    Pair& pair = pairs_.emplace_back();
    pair.origin = origin;
    pair.target = target;
    pair.window = window;
    pair.slot = slot;
    slots_[slot] = index;
    pair.next_of_origin = std::exchange(of_origin_.at(origin, window).pair, index);
    pair.next_of_target = std::exchange(of_target_.at(target, window).pair, index);
    if (slots_.size() < keys_ && pairs_.size() * 2 > slots_.size()) use_slots(slots_.size() * 2);
    return pair;
}

void Pairs::use_slots(std::size_t count) {
    slots_.assign(count, none);
    for (std::uint32_t index = 0; index < pairs_.size(); ++index) {
        Pair& pair = pairs_[index];
        pair.slot = first_slot(key(pair.origin, pair.target, pair.window));
        while (slots_[pair.slot] != none) pair.slot = (pair.slot + 1) & (slots_.size() - 1);
        slots_[pair.slot] = index;
    }
}

void Pairs::reset() {
    for (const Pair& pair : pairs_) {
        slots_[pair.slot] = none;
        of_origin_.at(pair.origin, pair.window).pair = none;
        of_target_.at(pair.target, pair.window).pair = none;
    }
    pairs_.clear();
}

}  // namespace rmasim::sim::check
