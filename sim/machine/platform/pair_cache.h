// A direct-mapped cache of values for pairs of nodes, with a fixed number of slots. Many pairs share a slot. The slot
// holds the value of the pair that used the slot last.
#pragma once

#include "sim/machine/platform/route.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace rmasim::sim {

template <class Value>
class PairCache {
public:
    // Creates a cache for `pairs` pairs of nodes. The number of slots is a power of two near `pairs`, but at most
    // 2^max_bits.
    PairCache(std::uint64_t pairs, int max_bits)
        : bits_(std::clamp(static_cast<int>(std::bit_width(pairs)), 1, max_bits)), slots_(std::size_t{1} << bits_) {}

    struct Slot {
        NodeId from = -1;
        NodeId to = -1;
        Value value{};
        bool is_of(NodeId a, NodeId b) const { return from == a && to == b; }
    };
    // Returns the slot of the pair. The slot may currently contain the value of another pair, so the caller must check
    // is_of() first.
    Slot& at(NodeId from, NodeId to) {
        const std::uint64_t pair = static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to);
        return slots_[static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15u) >> (64 - bits_))];
    }

private:
    int bits_;
    std::vector<Slot> slots_;
};

}  // namespace rmasim::sim
