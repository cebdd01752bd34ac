#include "sim/platform/platform.h"

#include "sim/platform/bandwidth.h"
#include "sim/platform/shapes.h"
#include "sim/platform/simgrid_engine.h"
#include "sim/platform/topology.h"
#include "sim/scenario/errors.h"

#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

struct CachedRoute {
    Node from = -1;
    Node to = -1;
    Route route;
};

constexpr std::size_t cache_bits = 16;

std::size_t cache_index(Node from, Node to) {
    const std::uint64_t pair = static_cast<std::uint64_t>(from) << 32 | static_cast<std::uint32_t>(to);
    return static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15u) >> (64 - cache_bits));
}

Route ask_simgrid(const s4u::Host& from, const s4u::Host& to) {
    std::vector<s4u::Link*> links;
    double latency_s = 0;
    from.route_to(&to, links, &latency_s);
    if (links.empty() && latency_s <= 0) {
        throw BadInput("platform.file", "no route from host " + from.get_name() + " to host " + to.get_name(),
                       "a platform that connects every two hosts in use");
    }
    Route route{std::llround(latency_s * 1e12), 0};
    for (const s4u::Link* link : links) {
        route.femtoseconds_per_byte =
            std::max(route.femtoseconds_per_byte, femtoseconds_per_byte(link->get_bandwidth()));
    }
    return route;
}

Hosts build(s4u::Engine& engine, const PlatformSettings& settings, Node nodes) {
    constexpr Node one_pair = 2;
    switch (settings.topology) {
        case Topology::cluster:
            return build_cluster(engine, settings,
                                 settings.network.model == NetworkModel::loggp ? std::min(nodes, one_pair) : nodes);
        case Topology::fat_tree: return build_fat_tree(engine, settings, nodes);
        case Topology::torus: return build_torus(engine, settings, nodes);
        case Topology::dragonfly: return build_dragonfly(engine, settings, nodes);
        case Topology::file: return load_platform_file(engine, settings, nodes);
    }
    return {};
}

}  // namespace

struct Platform::Simgrid {
    SimgridEngine engine;
    Hosts hosts;
    std::vector<unsigned long> torus;  // empty unless the topology is one
    std::vector<CachedRoute> cache{std::size_t{1} << cache_bits};

    bool has_host(Node node) const { return node >= 0 && static_cast<std::size_t>(node) < hosts.size(); }
    std::pair<Node, Node> representative(Node from, Node to) const;
};

// A torus looks the same from every node: the pair (0, to - from), coordinate by coordinate, stands for (from, to),
// unless that difference is one of the torus' idle nodes, for which no host is kept.
std::pair<Node, Node> Platform::Simgrid::representative(Node from, Node to) const {
    auto rest_from = static_cast<unsigned long>(from), rest_to = static_cast<unsigned long>(to);
    unsigned long difference = 0, weight = 1;
    for (const unsigned long size : torus) {
        difference += (rest_to % size + size - rest_from % size) % size * weight;
        weight *= size;
        rest_from /= size;
        rest_to /= size;
    }
    const auto node = static_cast<Node>(difference);
    return node > 0 && has_host(node) ? std::pair{Node{0}, node} : std::pair{from, to};
}

Platform::Platform(const PlatformSettings& settings, Rank ranks)
    : ranks_per_node_(static_cast<Rank>(std::min<std::int64_t>(settings.ranks_per_node, ranks))),
      nodes_((ranks - 1) / ranks_per_node_ + 1),
      within_node_{from_ns(settings.network.node_latency_ns),
                   femtoseconds_per_byte(settings.network.node_bandwidth_gbps * bytes_per_second_of_gbps)},
      simgrid_(std::make_unique<Simgrid>()) {
    simgrid_->hosts = build(*simgrid_->engine, settings, nodes_);
    if (settings.topology == Topology::torus) simgrid_->torus = torus_shape(settings, nodes_);
    if (settings.topology == Topology::cluster && nodes_ > 1) {
        uniform_route_ = looked_up_route(0, 1);
        uniform_ = true;
    }
}

Platform::~Platform() = default;

bool Platform::first_of_process() { return !SimgridEngine::was_made(); }

s4u::Host* Platform::host(Node node) const { return simgrid_->hosts.at(static_cast<std::size_t>(node)); }

Route Platform::looked_up_route(Node from, Node to) {
    std::tie(from, to) = simgrid_->representative(from, to);
    CachedRoute& cached = simgrid_->cache[cache_index(from, to)];
    if (cached.from != from || cached.to != to) cached = {from, to, ask_simgrid(*host(from), *host(to))};
    return cached.route;
}

}  // namespace rmasim::sim
