#include "sim/machine/platform/platform.h"

#include "sim/machine/platform/bandwidth.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr int max_slot_bits = 16;

LinkProperties link_properties(const NetworkSettings& network) {
    constexpr double ns_per_s = 1e9;
    return {network.bandwidth_gbps * bytes_per_second_of_gbps, static_cast<double>(network.latency_ns) / ns_per_s};
}

Rank ranks_of_node(const PlatformSettings& settings, Rank ranks) {
    return static_cast<Rank>(std::min<std::int64_t>(settings.ranks_per_node, ranks));
}

// Returns a pair of nodes with the same route as (from, to), so that fewer routes need to be stored. A torus is
// symmetric, so (from, to) has the route of (0, to - from), where each coordinate is subtracted. SimGrid has no idle
// nodes, so the function returns (from, to) if the node to - from is idle.
std::pair<NodeId, NodeId> representative(const TorusShape& torus, NodeId nodes, NodeId from, NodeId to) {
    auto rest_from = static_cast<unsigned long>(from), rest_to = static_cast<unsigned long>(to);
    unsigned long difference = 0, weight = 1;
    for (const unsigned long size : torus) {
        difference += (rest_to % size + size - rest_from % size) % size * weight;
        weight *= size;
        rest_from /= size;
        rest_to /= size;
    }
    const auto node = static_cast<NodeId>(difference);
    return node < nodes ? std::pair{NodeId{0}, node} : std::pair{from, to};
}

// Sets the shape, and gives each link its part of the latency between two nodes.
template <class Shape>
void set_shape(Machine& machine, const Shape& shape) {
    machine.links.latency_s /= links_of_nearest(shape);
    machine.shape = shape;
}

std::uint64_t classes(const Machine& machine) {
    const auto nodes = static_cast<std::uint64_t>(machine.nodes);
    return std::holds_alternative<TorusShape>(machine.shape) ? nodes : nodes * nodes;
}

}  // namespace

Machine machine_of(const PlatformSettings& settings, Rank ranks) {
    const NodeId nodes = (ranks - 1) / ranks_of_node(settings, ranks) + 1;
    Machine machine{nodes, link_properties(settings.network), StarShape{}};
    switch (settings.topology) {
        case Topology::cluster: break;
        case Topology::fat_tree: set_shape(machine, fat_tree_shape(settings, nodes)); break;
        case Topology::torus: machine.shape = torus_shape(settings, nodes); break;
        case Topology::dragonfly: set_shape(machine, dragonfly_shape(settings, nodes)); break;
        case Topology::file: machine.shape = MachineFile{settings.file}; break;
    }
    return machine;
}

bool needs_simgrid(const PlatformSettings& settings) {
    return settings.topology != Topology::cluster || settings.network.model != NetworkModel::loggp;
}

Platform::Platform(const PlatformSettings& settings, Rank ranks, Simgrid* built)
    : ranks_per_node_(ranks_of_node(settings, ranks)), nodes_((ranks - 1) / ranks_per_node_ + 1),
      within_node_{from_ns(settings.network.node_latency_ns),
                   femtoseconds_per_byte(settings.network.node_bandwidth_gbps * bytes_per_second_of_gbps)},
      uniform_(!needs_simgrid(settings)) {
    Machine machine = machine_of(settings, ranks);
    if (uniform_) {
        uniform_route_ = {picoseconds(machine.links.latency_s), femtoseconds_per_byte(machine.links.bytes_per_second)};
        return;
    }
    if (built == nullptr) made_ = make_simgrid(machine);
    simgrid_ = built != nullptr ? built : made_.get();
    cache_ = std::make_unique<PairCache<Route>>(classes(machine), max_slot_bits);
    if (auto* torus = std::get_if<TorusShape>(&machine.shape)) torus_ = std::move(*torus);
}

Platform::~Platform() = default;

Route Platform::looked_up_route(NodeId from, NodeId to) {
    if (!torus_.empty()) std::tie(from, to) = representative(torus_, nodes_, from, to);
    auto& slot = cache_->at(from, to);
    if (!slot.is_of(from, to)) slot = {from, to, simgrid_->route(from, to)};
    return slot.value;
}

}  // namespace rmasim::sim
