// Puts packets of one pair of ranks back in the order they were sent. Holds only pairs with packets under way.
#pragma once

#include "protocol/base/packet.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim {

class PairOrder {
public:
    // A packet starts; the number says which of its pair it is and goes back into `finish`.
    std::uint64_t start(const Packet& packet);

    // A packet is through. Returns the packets that may now arrive, in order: none if an earlier one is under way.
    std::vector<Packet> finish(const Packet& packet, std::uint64_t number);

    std::size_t pairs_under_way() const { return pairs_.size(); }

private:
    struct Pair {
        std::uint64_t next_start = 0;
        std::uint64_t next_arrival = 0;
        std::map<std::uint64_t, Packet> early;
    };

    std::map<std::pair<Rank, Rank>, Pair> pairs_;
};

}  // namespace rmasim::sim
