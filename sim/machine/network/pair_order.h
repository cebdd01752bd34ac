// Restores the order in which the packets of each pair of ranks were sent. Memory is used only for pairs that have
// packets in flight.
#pragma once

#include "protocol/base/packet.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace rmasim::sim {

class PairOrder {
public:
    // Records a packet that is sent. Returns the packet's number among the packets of its pair, which `finish` needs.
    std::uint64_t start(const Packet& packet);

    // Records a packet that the network has delivered. Returns the packets that may now arrive at the target, in order.
    // The result is empty while an earlier packet of the pair is in flight. Example: if packet 2 is delivered before
    // packet 1, finish(2) returns {}, and then finish(1) returns {1, 2}.
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
