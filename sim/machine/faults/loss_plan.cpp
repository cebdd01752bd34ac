#include "sim/machine/faults/loss_plan.h"

#include "sim/scenario/expression/random.h"
#include "sim/scenario/model/limits.h"

namespace rmasim::sim {

namespace {

// Added to the numbers of random streams, so that they differ from the streams of ranks and threads. Each setting of a
// loss and each packet has its own random generator. The pair of ranks selects the stream.
constexpr std::uint64_t stream = std::uint64_t{1} << 61;
constexpr double parts_of_percent = 1e9;

// Returns a number that is unique for each pair of ranks below 2^27.
std::uint64_t number_of_pair(Rank source, Rank target) {
    constexpr unsigned low_bits = 24, high_bits = limits::rank_bits - low_bits;
    const auto from = static_cast<std::uint64_t>(source), to = static_cast<std::uint64_t>(target);
    const auto low = [](std::uint64_t rank) { return rank % (std::uint64_t{1} << low_bits); };
    const std::uint64_t high = from >> low_bits << high_bits | to >> low_bits;
    return high << 2 * low_bits | low(from) << low_bits | low(to);
}

bool by_chance(double percent, std::uint64_t seed, std::size_t index, const Packet& packet, std::uint32_t nth) {
    Random of_pair(seed + index, stream + number_of_pair(packet.source, packet.target));
    Random of_packet(of_pair.next(), nth);
    return static_cast<double>(of_packet.below(static_cast<std::uint64_t>(100 * parts_of_percent))) <
           percent * parts_of_percent;
}

}  // namespace

LossPlan::LossPlan(const std::vector<PacketLoss>& losses, const PacketVocabulary& vocabulary, std::uint64_t seed)
    : losses_(&losses), vocabulary_(&vocabulary), seed_(seed) {
    for (const PacketLoss& loss : losses) types_.push_back(vocabulary.find(loss.kind));
}

bool LossPlan::is_meant(std::size_t index, const Packet& packet) const {
    return (*losses_)[index].kind.empty() || types_[index] == packet.type();
}

bool LossPlan::is_lost(const Packet& packet) {
    const Pair pair{packet.source, packet.target};
    bool concerned = false;
    bool lost = false;
    for (std::size_t i = 0; i < losses_->size(); ++i) {
        const PacketLoss& loss = (*losses_)[i];
        if (!loss.from.contains(packet.source) || !loss.to.contains(packet.target)) continue;
        concerned = true;
        if (!is_meant(i, packet)) continue;
        lost |= hits(i, packet, ++of_kind_[{i, pair}]);
    }
    if (!concerned) return false;
    const std::uint32_t nth = ++sent_[pair];
    if (lost) lost_.push_back({packet, nth, vocabulary_});
    return lost;
}

bool LossPlan::hits(std::size_t index, const Packet& packet, std::uint32_t nth) {
    const PacketLoss& loss = (*losses_)[index];
    return loss.nth != 0 ? nth == loss.nth : by_chance(loss.percent, seed_, index, packet, nth);
}

}  // namespace rmasim::sim
