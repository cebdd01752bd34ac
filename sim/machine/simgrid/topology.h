// Builds SimGrid platforms. Each function returns the hosts in the order of the nodes.
#pragma once

#include "sim/machine/platform/simgrid.h"

#include <vector>

namespace simgrid::s4u {
class Engine;
class Host;
}  // namespace simgrid::s4u

namespace rmasim::sim {

using Hosts = std::vector<simgrid::s4u::Host*>;

// Builds the hosts, links and routes of `machine`. Raises BadInput at "platform.file" if SimGrid cannot load that file.
Hosts build(simgrid::s4u::Engine& engine, const Machine& machine);

// ---- A function in platform_file.cpp.
Hosts load_platform_file(simgrid::s4u::Engine& engine, const std::string& file, NodeId nodes);

}  // namespace rmasim::sim
