// Routes that were asked for, by pair of nodes: of a fixed number of places, each holds the pair that came last.
#pragma once

#include "sim/platform/route.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace rmasim::sim {

class RouteCache {
public:
    // For about so many pairs; has room for no more than 65,536 of them.
    explicit RouteCache(std::uint64_t pairs)
        : bits_(std::clamp(static_cast<int>(std::bit_width(pairs)), 1, most_bits)), places_(std::size_t{1} << bits_) {}

    // What `ask(from, to)` says, or has said.
    template <class Ask>
    Route get(Node from, Node to, const Ask& ask) {
        Place& place = places_[index(from, to)];
        if (place.from != from || place.to != to) place = {from, to, ask(from, to)};
        return place.route;
    }

private:
    struct Place {
        Node from = -1;
        Node to = -1;
        Route route;
    };
    static constexpr int most_bits = 16;

    std::size_t index(Node from, Node to) const {
        const std::uint64_t pair = static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to);
        return static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15u) >> (64 - bits_));
    }

    int bits_;
    std::vector<Place> places_;
};

}  // namespace rmasim::sim
