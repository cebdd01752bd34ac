// The platform: which node a rank lives on, and what the way between two nodes costs. SimGrid owns hosts, links and
// routes behind it; no SimGrid header is needed to use it.
//
// One Platform may exist at a time in a process (SimGrid's engine is a singleton); it must outlive the EventLoop's
// runs and the Network. Another may follow, which for `loggp` is as good as the first. For `flow` it is not:
// SimGrid's clock goes on from where the earlier run stopped and rounds differently there, a fat tree spreads its
// pairs over other parallel links, and the events of a platform file's profiles outlive their engine and crash the
// next one. So whoever wants the same `flow` times every time gives each run a process that has had no Platform
// before (see first_of_process).
#pragma once

#include "protocol/base/types.h"
#include "sim/engine/time.h"
#include "sim/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace simgrid::s4u {
class Host;
class Link;
}  // namespace simgrid::s4u

namespace rmasim::sim {

using Node = std::int32_t;  // position among the nodes, 0-based

// What SimGrid says of a route, each rounded once to an integer.
struct Route {
    Time latency = 0;                        // the sum over the links
    std::int64_t femtoseconds_per_byte = 0;  // of the narrowest link; 0: no link limits the bandwidth
};

class Platform {
public:
    // Raises BadInput where the settings name a network that cannot be built or loaded.
    Platform(const PlatformSettings& settings, Rank ranks);
    ~Platform();
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;

    // Whether no Platform has been made in this process, so that the next one starts from SimGrid's beginning.
    static bool first_of_process();

    Node nodes() const { return nodes_; }
    Node node_of(Rank rank) const { return ranks_per_node_ == 1 ? rank : rank / ranks_per_node_; }

    // The same every time it is asked. Nothing is stored per pair of ranks or nodes: a cluster has one class of
    // pairs, a torus one per difference of coordinates, and the rest goes through a cache of fixed size. `from` and
    // `to` differ. Raises BadInput when a platform file leads nowhere between the two.
    Route route(Node from, Node to) { return uniform_ ? uniform_route_ : looked_up_route(from, to); }
    // Between two ranks of one node: the settings' node_latency_ns and node_bandwidth_gbps; SimGrid has no part in it.
    Route within_node() const { return within_node_; }

    // For the flow model: every node has its host. With loggp a cluster makes no more hosts than its one class needs.
    simgrid::s4u::Host* host(Node node) const;

    // ---- links.cpp, for the flow model: links that change during a run.
    struct Link {
        simgrid::s4u::Link* link;
        double bytes_per_second;  // as the platform has it
        double latency_s;
    };
    // Those whose names fit a shell's pattern; raises BadInput at `place` when there are none.
    std::vector<Link> links(const std::string& pattern, const std::string& place) const;
    // To so much of what the platform has; 1 is all of it.
    static void set_bandwidth(const Link& link, double share);
    static void set_latency(const Link& link, double share);

private:
    struct Simgrid;

    Route looked_up_route(Node from, Node to);

    Rank ranks_per_node_;
    Node nodes_;
    Route within_node_;
    bool uniform_ = false;
    Route uniform_route_;
    std::unique_ptr<Simgrid> simgrid_;
};

}  // namespace rmasim::sim
