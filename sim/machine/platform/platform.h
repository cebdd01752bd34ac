// The platform: the node of each rank, and the latency and bandwidth between two nodes. SimGrid computes latencies and
// bandwidths from hosts, links and routes. A cluster with the network model `loggp` needs no SimGrid: all pairs of
// nodes have the latency and bandwidth of the settings.
//
// Only one Platform with SimGrid may exist at a time in a process, since SimGrid's engine is a singleton. The Platform
// must outlive the EventLoop's runs and the Network. After its destruction another Platform may be created. With the
// model `loggp`, the second Platform gives the same times as the first. With the model `flow`, the times may differ,
// since a second fat tree distributes its pairs over other parallel links. So reproducible `flow` times need one
// process for each run. After a Platform from a file with profiles, no further Platform with SimGrid can be created,
// since the events of the profiles outlive SimGrid's engine.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/platform/pair_cache.h"
#include "sim/machine/platform/simgrid.h"
#include "sim/scenario/model/scenario.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the description of the hosts and links for SimGrid. Raises BadInput if the settings describe a network that
// cannot be built.
Machine machine_of(const PlatformSettings& settings, Rank ranks);

// True if the settings require SimGrid, which computes the routes or the times of packets.
bool needs_simgrid(const PlatformSettings& settings);

class Platform {
public:
    // `built` must be null, or a Simgrid that was created from machine_of(settings, ranks) and must outlive this
    // object. If `built` is null, the constructor creates a Simgrid if the settings require SimGrid. Raises the
    // exceptions of machine_of() and make_simgrid().
    Platform(const PlatformSettings& settings, Rank ranks, Simgrid* built = nullptr);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    NodeId nodes() const { return nodes_; }
    NodeId node_of(Rank rank) const { return ranks_per_node_ == 1 ? rank : rank / ranks_per_node_; }

    // Returns the route between two nodes, which is always the same for a pair. `from` and `to` must differ. The memory
    // for routes does not grow with the number of pairs. A cluster has one route for all pairs, a torus has one route
    // per difference of coordinates, and other topologies use a cache of fixed size. Raises BadInput if a platform file
    // has no route between the two nodes.
    Route route(NodeId from, NodeId to) { return uniform_ ? uniform_route_ : looked_up_route(from, to); }
    // Returns the latency and bandwidth between two ranks of one node. They are the settings node_latency_ns and
    // node_bandwidth_gbps, not properties of SimGrid's links.
    Route within_node() const { return within_node_; }

    // Returns the Simgrid; null if the settings do not require SimGrid.
    Simgrid* simgrid() const { return simgrid_; }

    // Returns the links whose names match a shell pattern. Faults that change links name them by such a pattern. Raises
    // BadInput at `location` if no link matches. Precondition: simgrid() is not null.
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
