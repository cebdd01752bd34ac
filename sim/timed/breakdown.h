// Counts per rank and per pair of ranks. The counts are off by default, since they need 200 bytes per rank, a tenth of
// the memory of a small rank. `run --breakdown`, or expectations that name pairs, turn them on.
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

// Selects breakdowns: per rank, per pair. Most runs need no breakdown.
struct Breakdowns {
    bool rank = false;
    bool pair = false;
};

class Breakdown {
public:
    // `ranks` are the ranks that this process simulates. The lists by rank contain only these ranks.
    Breakdown(Breakdowns wanted, RankRange ranks);

    // Counts a packet that is sent. `wire_bytes` is the size of its data and its header.
    void sent(const Packet& packet, std::uint64_t wire_bytes);
    // Counts a packet at its target, which this process simulates. sent() calls this function; for packets from other
    // processes the caller must call it. Precondition: there is a breakdown by rank.
    void received(const Packet& packet, std::uint64_t wire_bytes);
    // Returns the rank's time by use; null without a breakdown by rank. The address does not change.
    TimeUse* time_of(Rank rank);

    // Fills in `by_rank`, `by_pair` and `bytes_by_pair`. Omits uses for which no rank has spent any time.
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
