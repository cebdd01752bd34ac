// Prefetches the memory that the next events of a run will access. Prefetching saves time if the ranks do not fit into
// the cache. Such runs spend most of their time waiting for memory.
#pragma once

#include "sim/machine/engine/event_loop.h"
#include "sim/machine/network/network.h"
#include "sim/programs/live_programs.h"
#include "sim/timed/ranks/run_ranks.h"

namespace rmasim::sim {

class EventPrefetcher {
public:
    // All arguments must outlive this object. `live` is null if the programs are those of the scenario.
    EventPrefetcher(const Scenario& scenario, const RunRanks& ranks, const Network& network, const LivePrograms* live)
        : scenario_(scenario), ranks_(ranks), network_(network), live_(live) {}

    // A rank of a running program accesses more memory.
    bool is_worth_it() const { return scenario_.ranks >= (live_ == nullptr ? 4096 : 256); }
    // EventHandler describes these two functions.
    void prefetch_events(const EventQueue<Event>& queue) const;
    void prefetch_nodes(const NodeQueue& queue) const;

private:
    void prefetch_first_of_step(const RankState& rank, std::size_t thread) const;
    void prefetch_second_of_step(const RankState& rank) const;
    const RankState& rank_of(Event event) const {
        return ranks_[event.has_packet() ? event.packet().target : event.rank()];
    }

    const Scenario& scenario_;
    const RunRanks& ranks_;
    const Network& network_;
    const LivePrograms* live_;
};

}  // namespace rmasim::sim
