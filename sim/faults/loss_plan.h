// Which packets vanish on their way. It knows no clock: a packet is told by its place among those of its pair, and
// chance by the seed and that place, so what else travels changes nothing.
#pragma once

#include "sim/diagnosis/lost_things.h"
#include "sim/input/model/fault_settings.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

class LossPlan {
public:
    // `losses` and `vocabulary`, that of the packets, outlive the plan.
    LossPlan(const std::vector<PacketLoss>& losses, const PacketVocabulary& vocabulary, std::uint64_t seed);

    // To be asked once for every packet, in the order in which those of a pair are sent.
    bool is_lost(const Packet& packet);

    // What was lost so far, in that order.
    const std::vector<LostPacket>& lost() const { return lost_; }

private:
    using Pair = std::pair<Rank, Rank>;

    bool is_meant(std::size_t index, const Packet& packet) const;
    bool hits(std::size_t index, const Packet& packet, std::uint32_t nth);

    const std::vector<PacketLoss>* losses_;
    const PacketVocabulary* vocabulary_;
    std::vector<std::optional<PacketType>> types_;  // by loss: what its kind is; none also where the family has no such
    std::uint64_t seed_;
    std::map<Pair, std::uint32_t> sent_;                             // of pairs that some loss is about
    std::map<std::pair<std::size_t, Pair>, std::uint32_t> of_kind_;  // by loss: those of the kind it names
    std::vector<LostPacket> lost_;
};

}  // namespace rmasim::sim
