#include "sim/machine/simgrid/topology.h"

#include "sim/machine/simgrid/zones.h"

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

// Removes dimensions of size one. For each such dimension, SimGrid would create a link from a node to itself. Two of
// these links would have the same name, and SimGrid would exit.
TorusShape without_ones(TorusShape shape) {
    std::erase(shape, 1);
    if (shape.empty()) shape.push_back(1);
    return shape;
}

// A visitor that builds the given shape.
struct Builder {
    s4u::Engine& engine;
    const Machine& machine;

    Hosts operator()(const StarShape&) const {
        LinkProperties half_way = machine.links;
        half_way.latency_s /= 2;
        s4u::NetZone& zone = *make_star_zone(engine);
        Hosts hosts;
        for (NodeId node = 0; node < machine.nodes; ++node) {
            s4u::Host* host = add_host(zone, node);
            s4u::Link* up = add_link(zone, host->get_name() + "_up", half_way);
            s4u::Link* down = add_link(zone, host->get_name() + "_down", half_way);
            add_star_routes(zone, *host, *up, *down);
            if (machine.within_node) add_loopback_route(zone, *host, *add_loopback(zone, node, *machine.within_node));
            hosts.push_back(host);
        }
        zone.seal();
        return hosts;
    }
    Hosts operator()(const TorusShape& shape) const {
        return leaves(*make_torus_zone(engine, without_ones(shape), machine));
    }
    Hosts operator()(const FatTreeShape& shape) const { return leaves(*make_fat_tree_zone(engine, shape, machine)); }
    Hosts operator()(const DragonflyShape& shape) const { return leaves(*make_dragonfly_zone(engine, shape, machine)); }
    Hosts operator()(const MachineFile& file) const { return load_platform_file(engine, file.path, machine.nodes); }

    Hosts leaves(s4u::NetZone& zone) const {
        zone.seal();
        Hosts hosts;
        for (NodeId node = 0; node < machine.nodes; ++node) {
            hosts.push_back(engine.host_by_name("node" + std::to_string(node)));
        }
        return hosts;
    }
};

}  // namespace

Hosts build(s4u::Engine& engine, const Machine& machine) { return std::visit(Builder{engine, machine}, machine.shape); }

}  // namespace rmasim::sim
