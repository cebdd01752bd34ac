// The platform: which node a rank lives on, and what the way between two nodes costs. SimGrid owns hosts, links and
// routes behind it, where there is need of it: a cluster under `loggp` has one class of pairs, whose latency and
// bandwidth are the settings' own, and does without.
//
// One Platform with SimGrid may exist at a time in a process (SimGrid's engine is a singleton); it must outlive the
// EventLoop's runs and the Network. Another may follow, which for `loggp` is as good as the first. For `flow` it is
// not: SimGrid's clock goes on from where the earlier run stopped and rounds differently there, a fat tree spreads its
// pairs over other parallel links, and the events of a platform file's profiles outlive their engine and crash the
// next one. So whoever wants the same `flow` times every time gives each run a process of its own.
#pragma once

#include "protocol/base/types.h"
#include "sim/input/model/scenario.h"
#include "sim/platform/pair_places.h"
#include "sim/platform/simgrid.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

class Platform {
public:
    // Raises BadInput where the settings name a network that cannot be built or loaded, and what make_simgrid raises.
    Platform(const PlatformSettings& settings, Rank ranks);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    NodeId nodes() const { return nodes_; }
    NodeId node_of(Rank rank) const { return ranks_per_node_ == 1 ? rank : rank / ranks_per_node_; }

    // The same every time it is asked. Nothing is stored per pair of ranks or nodes: a cluster has one class of
    // pairs, a torus one per difference of coordinates, and the rest goes through a cache of fixed size. `from` and
    // `to` differ. Raises BadInput when a platform file leads nowhere between the two.
    Route route(NodeId from, NodeId to) { return uniform_ ? uniform_route_ : looked_up_route(from, to); }
    // Between two ranks of one node: the settings' node_latency_ns and node_bandwidth_gbps; SimGrid has no part in it.
    Route within_node() const { return within_node_; }

    // Null where the settings need none.
    Simgrid* simgrid() const { return simgrid_.get(); }

    // The links whose names fit a shell's pattern, for faults that change them; raises BadInput at `place` when there
    // are none. Needs SimGrid.
    std::vector<Simgrid::Link> links(const std::string& pattern, const std::string& place) const;

private:
    Route looked_up_route(NodeId from, NodeId to);

    Rank ranks_per_node_;
    NodeId nodes_;
    Route within_node_;
    bool uniform_;  // one route for all pairs
    Route uniform_route_;
    TorusShape torus_;  // empty unless the topology is one
    std::unique_ptr<Simgrid> simgrid_;
    std::unique_ptr<PairPlaces<Route>> cache_;  // none where the route is uniform
};

}  // namespace rmasim::sim
