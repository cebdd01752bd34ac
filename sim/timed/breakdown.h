// Counts per rank and per pair of ranks, off by default (`run --breakdown`, expectations of pairs). The 200 bytes per
// rank are a tenth of the memory of a small rank.
#pragma once

#include "protocol/base/counts.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/timed/outcome.h"
#include "sim/timed/time_use.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Selects the breakdowns: per rank, per pair. Most runs need neither.
struct Breakdowns {
    bool rank = false;
    bool pair = false;
};

class Breakdown {
public:
    // `ranks` are the ranks that this process simulates. The lists by rank contain only these.
    Breakdown(Breakdowns wanted, RankRange ranks);

    // Counts a packet that is sent. `wire_bytes` is data and header.
    void sent(const Packet& packet, std::uint64_t wire_bytes);
    // Counts a packet at its target, a rank of this process. Called by sent(), and for packets from other processes.
    // Precondition: there is a breakdown by rank.
    void received(const Packet& packet, std::uint64_t wire_bytes);
    // The uses of the rank's time; null without a breakdown by rank. The address is stable.
    TimeUse* time_of(Rank rank);

    // Fills in `by_rank`, `by_pair` and `bytes_by_pair`. Omits causes that cost no rank any time.
    void collect(RunResult& result, const PacketVocabulary& vocabulary) const;

private:
    void collect_ranks(RunResult& result) const;

    Breakdowns wanted_;
    RankRange ranks_;
    std::vector<Traffic> traffic_;  // by rank
    std::vector<TimeUse> time_;     // by rank
    std::map<std::pair<Rank, Rank>, Counts> pairs_;
};

}  // namespace rmasim::sim
