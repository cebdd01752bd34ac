#include "sim/checkers/invariants/pairs.h"

#include <algorithm>
#include <bit>

namespace rmasim::sim::check {

namespace {

constexpr std::uint64_t most_slots_at_first = 1024;
constexpr std::uint64_t pairs_at_first = 4;

}  // namespace

Pairs::Pairs(Rank ranks, WindowId windows)
    : ranks_(ranks), windows_(windows),
      keys_(static_cast<std::uint64_t>(ranks) * static_cast<std::uint64_t>(ranks) * windows),
      slots_(std::bit_ceil(std::clamp(keys_, std::uint64_t{2}, most_slots_at_first)), none),
      of_origin_(static_cast<std::size_t>(ranks) * windows, none), of_target_(of_origin_) {
    pairs_.reserve(std::min<std::uint64_t>(keys_, pairs_at_first));
}

// In a small world each pair has its own slot. In a large one, Fibonacci hashing spreads neighbouring pairs, because
// the communication patterns of programs are regular.
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
    pair.next_of_origin = std::exchange(of_origin_[place(origin, window)], index);
    pair.next_of_target = std::exchange(of_target_[place(target, window)], index);
    if (slots_.size() < keys_ && pairs_.size() * 2 > slots_.size()) grow();
    return pair;
}

void Pairs::grow() {
    slots_.assign(slots_.size() * 2, none);
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
        of_origin_[place(pair.origin, pair.window)] = none;
        of_target_[place(pair.target, pair.window)] = none;
    }
    pairs_.clear();
}

}  // namespace rmasim::sim::check
