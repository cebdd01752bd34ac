// Builders of SimGrid platforms, one a topology. Each returns the hosts in the order of the nodes. The private side of
// sim/platform.
//
// Every link of a built platform is full duplex (SimGrid's SPLITDUPLEX: each direction has the whole bandwidth).
#pragma once

#include "sim/scenario/scenario.h"

#include <cstdint>
#include <vector>

namespace simgrid::s4u {
class Engine;
class Host;
}  // namespace simgrid::s4u

namespace rmasim::sim {

using Hosts = std::vector<simgrid::s4u::Host*>;

// A star: each host has a link of its own up to the switch and one down from it, each with half of the latency, so the
// way between two hosts has exactly the latency given. Makes at most `wanted` hosts.
Hosts build_cluster(simgrid::s4u::Engine& engine, const PlatformSettings& settings, std::int64_t wanted);
Hosts build_fat_tree(simgrid::s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes);
Hosts build_torus(simgrid::s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes);
Hosts build_dragonfly(simgrid::s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes);

// The user's platform XML. Nodes are its hosts in natural order of their names (host2 before host10); hosts beyond the
// last node stay idle. Raises BadInput with place "platform.file".
Hosts load_platform_file(simgrid::s4u::Engine& engine, const PlatformSettings& settings, std::int64_t nodes);

}  // namespace rmasim::sim
