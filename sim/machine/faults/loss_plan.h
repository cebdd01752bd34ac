// Which packets are lost. Independent of time: a packet is identified by its number among the packets of its pair of
// ranks, and a random loss depends only on the seed and that number. So traffic of other pairs changes nothing.
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
    // `losses` and `vocabulary`, that of the packets, outlive the plan.
    LossPlan(const std::vector<PacketLoss>& losses, const PacketVocabulary& vocabulary, std::uint64_t seed);

    // Must be called exactly once per packet, in the order in which the packets of a pair are sent.
    bool is_lost(const Packet& packet);

    // The packets lost so far, in the order of the calls.
    const std::vector<LostPacket>& lost() const { return lost_; }

private:
    using Pair = std::pair<Rank, Rank>;

    bool is_meant(std::size_t index, const Packet& packet) const;
    bool hits(std::size_t index, const Packet& packet, std::uint32_t nth);

    const std::vector<PacketLoss>* losses_;
    const PacketVocabulary* vocabulary_;
    std::vector<std::optional<PacketType>> types_;  // by loss: what its kind is; none also where the family has no such
    std::uint64_t seed_;
    std::map<Pair, std::uint32_t> sent_;                             // packets of each pair that a loss applies to
    std::map<std::pair<std::size_t, Pair>, std::uint32_t> of_kind_;  // per loss: only packets of the kind it names
    std::vector<LostPacket> lost_;
};

}  // namespace rmasim::sim
