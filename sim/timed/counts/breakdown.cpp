#include "sim/timed/counts/breakdown.h"

#include <algorithm>

namespace rmasim::sim {

Breakdown::Breakdown(Breakdowns wanted, RankRange ranks) : wanted_(wanted), ranks_(ranks) {
    if (!wanted.rank) return;
    traffic_.resize(static_cast<std::size_t>(ranks.count));
    time_.resize(static_cast<std::size_t>(ranks.count));
}

void Breakdown::sent(const Packet& packet, std::uint64_t wire_bytes) {
    if (wanted_.rank) {
        Traffic& source = traffic_[ranks_.index_of(packet.source)];
        ++source.messages_sent;
        source.bytes_sent += wire_bytes;
        if (ranks_.has(packet.target)) received(packet, wire_bytes);
    }
    if (wanted_.pair) pairs_[{packet.source, packet.target}].add(packet, wire_bytes);
}

void Breakdown::received(const Packet& packet, std::uint64_t wire_bytes) {
    Traffic& target = traffic_[ranks_.index_of(packet.target)];
    ++target.messages_for_it;
    target.bytes_for_it += wire_bytes;
}

TimeUse* Breakdown::time_of(Rank rank) { return wanted_.rank ? &time_[ranks_.index_of(rank)] : nullptr; }

void Breakdown::collect(RunResult& result, const PacketVocabulary& vocabulary) const {
    for (const auto& [pair, counts] : pairs_) {
        const std::string name = std::to_string(pair.first) + '>' + std::to_string(pair.second);
        result.by_pair[name] = counts.by_kind(vocabulary);
        result.bytes_by_pair[name] = counts.wire_bytes();
    }
    if (wanted_.rank) collect_ranks(result);
}

void Breakdown::collect_ranks(RunResult& result) const {
    RankFigures& figures = result.by_rank.emplace();
    figures.traffic = traffic_;
    for (std::size_t cause = 0; cause < cause_count; ++cause) {
        if (std::all_of(time_.begin(), time_.end(), [=](const TimeUse& use) { return use[cause] == 0; })) continue;
        std::vector<std::int64_t>& spent =
            figures.time_spent_ns.emplace_back(name_of(static_cast<Cause>(cause)), std::vector<std::int64_t>{}).second;
        spent.reserve(time_.size());
        for (const TimeUse& use : time_) spent.push_back(to_ns(use[cause]));
    }
}

}  // namespace rmasim::sim
