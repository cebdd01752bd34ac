// The platform: the node of each rank, and the latency and bandwidth between two nodes. SimGrid provides hosts, links
// and routes if they are needed. A cluster under `loggp` needs no SimGrid: all pairs of nodes have the latency and
// bandwidth of the settings.
//
// Only one Platform with SimGrid may exist at a time in a process, since SimGrid's engine is a singleton. It must
// outlive the EventLoop's runs and the Network. Afterwards another Platform may be created. With `loggp` the second one
// gives the same times as the first. With `flow` it does not, for three reasons. SimGrid's clock continues from the end
// of the earlier run, and rounds differently there. A fat tree distributes its pairs over other parallel links. The
// events of a platform file's profiles outlive their engine and crash the next one. So reproducible `flow` times need
// one process for each run.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/platform/pair_cache.h"
#include "sim/machine/platform/simgrid.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// The hosts and links for SimGrid. Raises BadInput if the settings describe a network that cannot be built.
Machine machine_of(const PlatformSettings& settings, Rank ranks);

class Platform {
public:
    // `built` is the machine_of the settings and outlives this object; null: it is created if it is needed. Raises what
    // machine_of and make_simgrid raise.
    Platform(const PlatformSettings& settings, Rank ranks, Simgrid* built = nullptr);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    NodeId nodes() const { return nodes_; }
    NodeId node_of(Rank rank) const { return ranks_per_node_ == 1 ? rank : rank / ranks_per_node_; }

    // The route between two nodes, always the same for a pair. `from` and `to` differ. Memory does not grow with the
    // number of pairs: a cluster has one route for all, a torus one per difference of coordinates, and other topologies
    // use a cache of fixed size. Raises BadInput if a platform file has no route between the two.
    Route route(NodeId from, NodeId to) { return uniform_ ? uniform_route_ : looked_up_route(from, to); }
    // The route between two ranks of one node: node_latency_ns and node_bandwidth_gbps of the settings, without
    // SimGrid.
    Route within_node() const { return within_node_; }

    // Null if the settings do not need SimGrid.
    Simgrid* simgrid() const { return simgrid_; }

    // The links whose names match a shell pattern, for faults that change them. Raises BadInput at `location` if none
    // does. Needs SimGrid.
    std::vector<Simgrid::Link> links(const std::string& pattern, const std::string& location) const;

private:
    Route looked_up_route(NodeId from, NodeId to);

    Rank ranks_per_node_;
    NodeId nodes_;
    Route within_node_;
    bool uniform_;  // one route for all pairs
    Route uniform_route_;
    TorusShape torus_;  // empty for other topologies
    std::unique_ptr<Simgrid> made_;
    Simgrid* simgrid_ = nullptr;
    std::unique_ptr<PairCache<Route>> cache_;  // null if the route is uniform
};

}  // namespace rmasim::sim
