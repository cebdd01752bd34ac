// What a run counts per rank and per pair of ranks, off by default (`run --breakdown`, expectations of pairs): the 200
// bytes per rank are a tenth of what a small rank takes.
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

// What to count apart. Most runs need neither.
struct Breakdowns {
    bool rank = false;
    bool pair = false;
};

class Breakdown {
public:
    // `ranks`: those that this process plays, the lists by rank have no others.
    Breakdown(Breakdowns wanted, RankRange ranks);

    // `wire_bytes`: data and header.
    void sent(const Packet& packet, std::uint64_t wire_bytes);
    // To one of the ranks, from one that another process plays. Ranks are counted.
    void came(const Packet& packet, std::uint64_t wire_bytes);
    // The uses of the rank's time; null if ranks are not counted. Stays where it is.
    TimeUse* time_of(Rank rank);

    // Fills in `by_rank`, `by_pair` and `bytes_by_pair`. Causes that cost no rank any time are left out.
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
