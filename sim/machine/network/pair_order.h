// Restores the order in which packets of a pair of ranks were sent. Stores only pairs with packets in flight.
#pragma once

#include "protocol/base/packet.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim {

class PairOrder {
public:
    // Registers a packet that is sent. Returns its number within its pair, to be passed to `finish`.
    std::uint64_t start(const Packet& packet);

    // Registers a packet that the network has delivered. Returns the packets that may now arrive, in order; none while
    // an earlier packet is in flight. Example: 2 finishes: {}. Then 1 finishes: {1, 2}.
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
