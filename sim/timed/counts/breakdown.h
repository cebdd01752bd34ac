// Counts per rank and per pair of ranks. By default these counts are not made, because they need 200 bytes per rank, a
// tenth of the memory of a small rank. The counts are made if the user requests them by `rmasim run --breakdown`, or if
// the expectations of the scenario name pairs.
#pragma once

#include "protocol/base/counts.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/timed/counts/time_use.h"
#include "sim/timed/outcome.h"

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
    // `ranks` are the ranks that this process simulates. Those lists of the breakdown that have an entry per rank
    // contain only these ranks.
    Breakdown(Breakdowns wanted, RankRange ranks);

    // Counts a packet that is sent. `wire_bytes` is the size of the packet's data and header.
    void sent(const Packet& packet, std::uint64_t wire_bytes);
    // Counts a packet at its target, which this process simulates. sent() calls this function itself; for packets from
    // other processes, the caller must call this function. Precondition: packets are counted per rank.
    void received(const Packet& packet, std::uint64_t wire_bytes);
    // Returns the rank's time by use; null if times are not counted per rank. The address does not change during the
    // run.
    TimeUse* time_of(Rank rank);

    // Sets `by_rank`, `by_pair` and `bytes_by_pair` of the result. Omits uses of time for which no rank has spent any
    // time.
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
