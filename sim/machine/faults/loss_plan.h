// Determines which packets are lost because of the faults in a scenario. The result does not depend on time. A random
// loss depends only on the seed, the pair of ranks, and the packet's number. The packets of each pair of ranks are
// numbered, separately for each kind that a loss names, and for all kinds together. So packets of other pairs do not
// influence the losses of a pair.
#pragma once

#include "sim/machine/faults/lost_things.h"
#include "sim/scenario/model/fault_settings.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class LossPlan {
public:
    // `losses` and `vocabulary` must outlive this object. `vocabulary` has the names of packets.
    LossPlan(const std::vector<PacketLoss>& losses, const PacketVocabulary& vocabulary, std::uint64_t seed);

    // Returns true if the packet is lost. Must be called exactly once per packet, in the order in which the packets of
    // a pair are sent.
    bool is_lost(const Packet& packet);

    // The packets lost so far, in the order of the calls.
    const std::vector<LostPacket>& lost() const { return lost_; }

private:
    using Pair = std::pair<Rank, Rank>;

    bool is_meant(std::size_t index, const Packet& packet) const;
    bool hits(std::size_t index, const Packet& packet, std::uint32_t nth);

    const std::vector<PacketLoss>* losses_;
    const PacketVocabulary* vocabulary_;
    std::vector<std::optional<PacketType>> types_;  // by loss: its packet kind; none if it names no kind of this family
    std::uint64_t seed_;
    std::map<Pair, std::uint32_t> sent_;  // by pair that a loss names: number of packets sent
    // For each loss and pair of ranks: the number of packets so far of the kind that the loss names.
    std::map<std::pair<std::size_t, Pair>, std::uint32_t> of_kind_;
    std::vector<LostPacket> lost_;
};

}  // namespace rmasim::sim
