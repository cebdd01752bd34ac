#include "sim/platform/topology.h"

#include "sim/platform/zones.h"

namespace rmasim::sim {

namespace s4u = simgrid::s4u;

namespace {

Hosts leaves(s4u::Engine& engine, s4u::NetZone& zone, std::int64_t nodes) {
    zone.seal();
    Hosts hosts;
    for (std::int64_t node = 0; node < nodes; ++node) {
        hosts.push_back(engine.host_by_name("node" + std::to_string(node)));
    }
    return hosts;
}

}  // namespace

Hosts build_cluster(s4u::Engine& engine, const PlatformSettings& settings, std::int64_t wanted) {
    LinkProperties half_way = link_properties(settings.network);
    half_way.latency_s /= 2;
    s4u::NetZone& zone = *make_star_zone(engine);
    Hosts hosts;
    for (std::int64_t node = 0; node < wanted; ++node) {
        s4u::Host* host = add_host(zone, node);
        s4u::Link* up = add_link(zone, host->get_name() + "_up", half_way);
        s4u::Link* down = add_link(zone, host->get_name() + "_down", half_way);
        add_star_routes(zone, *host, *up, *down);
        hosts.push_back(host);
    }
    zone.seal();
    return hosts;
}

Hosts build_torus(s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes) {
    const auto shape = torus_shape(settings, nodes);
    return leaves(engine, *make_torus_zone(engine, shape, link_properties(settings.network)), nodes);
}

Hosts build_fat_tree(s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes) {
    const auto shape = fat_tree_shape(settings, nodes);
    return leaves(engine, *make_fat_tree_zone(engine, shape, link_properties(settings.network)), nodes);
}

Hosts build_dragonfly(s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes) {
    const auto shape = dragonfly_shape(settings, nodes);
    return leaves(engine, *make_dragonfly_zone(engine, shape, link_properties(settings.network)), nodes);
}

}  // namespace rmasim::sim
