// Prefetches the memory that the next events of a run will access. Prefetching saves time if the ranks do not fit into
// the cache. Such runs spend most of their time waiting for memory.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/timed/ranks/run_ranks.h"

namespace rmasim::sim {

class EventPrefetcher {
public:
    // All arguments must outlive this object.
    EventPrefetcher(const Scenario& scenario, const RunRanks& ranks, const Network& network)
        : scenario_(scenario), ranks_(ranks), network_(network) {}

    bool is_worth_it() const { return scenario_.ranks >= 4096; }
    // EventHandler describes these two functions.
    void prefetch_events(const EventQueue<Event>& queue) const;
    void prefetch_nodes(const NodeQueue& queue) const;

private:
    const RankState& rank_of(Event event) const {
        return ranks_[event.has_packet() ? event.packet().target : event.rank()];
    }

    const Scenario& scenario_;
    const RunRanks& ranks_;
    const Network& network_;
};

}  // namespace rmasim::sim
