// Builds the zones, hosts and links of a platform. Hides the differences between SimGrid 3.32 and 4.x.
#pragma once

#include "sim/machine/platform/simgrid.h"

#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Link.hpp>
#include <simgrid/s4u/NetZone.hpp>

#include <string>

namespace rmasim::sim {

simgrid::s4u::NetZone* make_star_zone(simgrid::s4u::Engine& engine);
simgrid::s4u::Host* add_host(simgrid::s4u::NetZone& zone, NodeId node);
simgrid::s4u::Link* add_link(simgrid::s4u::NetZone& zone, const std::string& name, LinkProperties properties);
// Adds a link from a host to itself. Messages that use this link at the same time do not share its bandwidth: each
// message has the whole bandwidth.
simgrid::s4u::Link* add_loopback(simgrid::s4u::NetZone& zone, NodeId node, const LinkProperties& properties);
// Adds the routes from and to a host of a star.
void add_star_routes(simgrid::s4u::NetZone& zone, simgrid::s4u::Host& host, simgrid::s4u::Link& up,
                     simgrid::s4u::Link& down);
void add_loopback_route(simgrid::s4u::NetZone& zone, simgrid::s4u::Host& host, simgrid::s4u::Link& loopback);

// Functions that create the regular zones. These functions call add_host to create the hosts.
simgrid::s4u::NetZone* make_torus_zone(simgrid::s4u::Engine& engine, const TorusShape& shape, const Machine& machine);
simgrid::s4u::NetZone* make_fat_tree_zone(simgrid::s4u::Engine& engine, const FatTreeShape& shape,
                                          const Machine& machine);
simgrid::s4u::NetZone* make_dragonfly_zone(simgrid::s4u::Engine& engine, const DragonflyShape& shape,
                                           const Machine& machine);

}  // namespace rmasim::sim
