#include "sim/machine/simgrid/zones.h"

#include <simgrid/version.h>

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

constexpr auto full_duplex = s4u::Link::SharingPolicy::SPLITDUPLEX;
constexpr double unused_speed = 1e9;  // SimGrid requires a CPU speed, but rmasim computes CPU times without SimGrid

}  // namespace

#if SIMGRID_VERSION >= 40000

namespace {

s4u::NetZone* with_hosts(const Machine& machine, s4u::NetZone* zone) {
    if (machine.within_node) {
        zone->set_loopback_cb([properties = *machine.within_node](s4u::NetZone* owner,
                                                                  const std::vector<unsigned long>&, unsigned long id) {
            return add_loopback(*owner, static_cast<NodeId>(id), properties);
        });
    }
    return zone->set_host_cb([](s4u::NetZone* owner, const std::vector<unsigned long>&, unsigned long id) {
        return add_host(*owner, static_cast<NodeId>(id));
    });
}

}  // namespace

s4u::NetZone* make_star_zone(s4u::Engine& engine) { return engine.get_netzone_root()->add_netzone_star("cluster"); }

s4u::Host* add_host(s4u::NetZone& zone, NodeId node) {
    return zone.add_host("node" + std::to_string(node), unused_speed);
}

s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, LinkProperties properties) {
    return zone.add_link(name, properties.bytes_per_second)->set_latency(properties.latency_s);
}

void add_star_routes(s4u::NetZone& zone, s4u::Host& host, s4u::Link& up, s4u::Link& down) {
    const s4u::Host* anyone = nullptr;
    zone.add_route(&host, anyone, std::vector<s4u::LinkInRoute>{s4u::LinkInRoute(&up)}, false);
    zone.add_route(anyone, &host, std::vector<s4u::LinkInRoute>{s4u::LinkInRoute(&down)}, false);
}

void add_loopback_route(s4u::NetZone& zone, s4u::Host& host, s4u::Link& loopback) {
    zone.add_route(&host, &host, std::vector<s4u::LinkInRoute>{s4u::LinkInRoute(&loopback)}, false);
}

s4u::NetZone* make_torus_zone(s4u::Engine& engine, const TorusShape& shape, const Machine& machine) {
    return with_hosts(machine,
                      engine.get_netzone_root()->add_netzone_torus("torus", shape, machine.links.bytes_per_second,
                                                                   machine.links.latency_s, full_duplex));
}

s4u::NetZone* make_fat_tree_zone(s4u::Engine& engine, const FatTreeShape& shape, const Machine& machine) {
    return with_hosts(machine, engine.get_netzone_root()->add_netzone_fatTree(
                                   "fat_tree", static_cast<unsigned>(shape.down.size()), shape.down, shape.up,
                                   shape.links, machine.links.bytes_per_second, machine.links.latency_s, full_duplex));
}

s4u::NetZone* make_dragonfly_zone(s4u::Engine& engine, const DragonflyShape& shape, const Machine& machine) {
    return with_hosts(machine, engine.get_netzone_root()->add_netzone_dragonfly(
                                   "dragonfly", {shape.groups, 1}, {shape.chassis, 1}, {shape.blades, 1}, shape.nodes,
                                   machine.links.bytes_per_second, machine.links.latency_s, full_duplex));
}

#else

namespace {

// Before SimGrid 4.0, the first zone that is created becomes the root.
s4u::ClusterCallbacks with_hosts(const Machine& machine) {
    const std::function<s4u::ClusterCallbacks::ClusterNetPointCb> host =
        [](s4u::NetZone* owner, const std::vector<unsigned long>&, unsigned long id) {
            simgrid::kernel::routing::NetPoint* no_gateway = nullptr;
            return std::make_pair(add_host(*owner, static_cast<NodeId>(id))->get_netpoint(), no_gateway);
        };
    if (!machine.within_node) return s4u::ClusterCallbacks(host);
    const auto loopback = [properties = *machine.within_node](s4u::NetZone* owner, const std::vector<unsigned long>&,
                                                              unsigned long id) {
        return add_loopback(*owner, static_cast<NodeId>(id), properties);
    };
    return {host, loopback, {}};
}

}  // namespace

s4u::NetZone* make_star_zone(s4u::Engine&) { return s4u::create_star_zone("cluster"); }

s4u::Host* add_host(s4u::NetZone& zone, NodeId node) {
    return zone.create_host("node" + std::to_string(node), unused_speed);
}

s4u::Link* add_link(s4u::NetZone& zone, const std::string& name, LinkProperties properties) {
    return zone.create_link(name, properties.bytes_per_second)->set_latency(properties.latency_s);
}

void add_star_routes(s4u::NetZone& zone, s4u::Host& host, s4u::Link& up, s4u::Link& down) {
    zone.add_route(host.get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(&up)}, false);
    zone.add_route(nullptr, host.get_netpoint(), nullptr, nullptr, {s4u::LinkInRoute(&down)}, false);
}

void add_loopback_route(s4u::NetZone& zone, s4u::Host& host, s4u::Link& loopback) {
    zone.add_route(host.get_netpoint(), host.get_netpoint(), nullptr, nullptr, {s4u::LinkInRoute(&loopback)}, false);
}

s4u::NetZone* make_torus_zone(s4u::Engine&, const TorusShape& shape, const Machine& machine) {
    return s4u::create_torus_zone("torus", nullptr, shape, with_hosts(machine), machine.links.bytes_per_second,
                                  machine.links.latency_s, full_duplex);
}

s4u::NetZone* make_fat_tree_zone(s4u::Engine&, const FatTreeShape& shape, const Machine& machine) {
    const s4u::FatTreeParams params(static_cast<unsigned>(shape.down.size()), shape.down, shape.up, shape.links);
    return s4u::create_fatTree_zone("fat_tree", nullptr, params, with_hosts(machine), machine.links.bytes_per_second,
                                    machine.links.latency_s, full_duplex);
}

s4u::NetZone* make_dragonfly_zone(s4u::Engine&, const DragonflyShape& shape, const Machine& machine) {
    const s4u::DragonflyParams params({shape.groups, 1}, {shape.chassis, 1}, {shape.blades, 1}, shape.nodes);
    return s4u::create_dragonfly_zone("dragonfly", nullptr, params, with_hosts(machine), machine.links.bytes_per_second,
                                      machine.links.latency_s, full_duplex);
}

#endif

s4u::Link* add_loopback(s4u::NetZone& zone, NodeId node, const LinkProperties& properties) {
    s4u::Link* const link = add_link(zone, "__loopback__" + std::to_string(node), properties);
    link->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE);
    return link;
}

}  // namespace rmasim::sim
