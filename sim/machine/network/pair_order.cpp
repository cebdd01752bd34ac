#include "sim/machine/network/pair_order.h"

namespace rmasim::sim {

std::uint64_t PairOrder::start(const Packet& packet) { return pairs_[{packet.source, packet.target}].next_start++; }

std::vector<Packet> PairOrder::finish(const Packet& packet, std::uint64_t number) {
    const auto found = pairs_.find({packet.source, packet.target});
    Pair& pair = found->second;
    pair.early.emplace(number, packet);
    std::vector<Packet> arriving;
    while (!pair.early.empty() && pair.early.begin()->first == pair.next_arrival) {
        arriving.push_back(pair.early.begin()->second);
        pair.early.erase(pair.early.begin());
        ++pair.next_arrival;
    }
    if (pair.next_arrival == pair.next_start) pairs_.erase(found);
    return arriving;
}

}  // namespace rmasim::sim
