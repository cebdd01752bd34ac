// The shapes of the regular topologies: what the scenario gives, or one that fits the number of nodes.
//
// A given shape may hold more nodes than the ranks fill; the rest stay idle. One that is too small, or so large that
// it could not be built, raises BadInput with the place of the scenario's key.
#pragma once

#include "sim/input/model/scenario.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// The dimensions, x first. By default 2-D and as square as possible: ceil(sqrt(nodes)) wide, as high as needed.
using TorusShape = std::vector<unsigned long>;
TorusShape torus_shape(const PlatformSettings& settings, std::int64_t nodes);

// Per level, leaves first: `down` children of a switch, `up` parents of what is below, `links` side by side.
// By default two levels: k = ceil(sqrt(nodes)) nodes on each edge switch, as many edge switches as needed, and k
// switches above them, so that no link is narrower than the traffic of the nodes below it.
struct FatTreeShape {
    std::vector<unsigned> down, up, links;
};
FatTreeShape fat_tree_shape(const PlatformSettings& settings, std::int64_t nodes);

// Groups, chassis a group, blades (routers) a chassis, nodes a blade. SimGrid sends what is bound for group g through
// blade g of the chassis, so there may be no more groups than blades. By default four nodes a blade, two chassis a
// group, the fewest blades b such that b groups hold all nodes, and then the fewest groups.
struct DragonflyShape {
    unsigned groups = 1, chassis = 1, blades = 1, nodes = 1;
};
DragonflyShape dragonfly_shape(const PlatformSettings& settings, std::int64_t nodes);

}  // namespace rmasim::sim
