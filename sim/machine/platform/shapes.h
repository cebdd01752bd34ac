// The shapes of the regular topologies: as given in the scenario, or a default that fits the number of nodes.
//
// A given shape may have more nodes than the ranks fill; the other nodes stay idle. A shape that is too small, or too
// large to build, raises BadInput with the path of the scenario's key.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// The dimensions, x first. By default 2-D and as square as possible: ceil(sqrt(nodes)) wide, as high as needed.
using TorusShape = std::vector<unsigned long>;
TorusShape torus_shape(const PlatformSettings& settings, std::int64_t nodes);

// The levels of a fat tree, leaves first: `down` children of each switch, `up` parents of each child, `links` parallel
// links between them. By default two levels: k = ceil(sqrt(nodes)) nodes on each edge switch, as many edge switches as
// needed, and k switches above them. This gives full bisection bandwidth.
struct FatTreeShape {
    std::vector<unsigned> down, up, links;
};
FatTreeShape fat_tree_shape(const PlatformSettings& settings, std::int64_t nodes);

// Groups, chassis per group, blades (routers) per chassis, nodes per blade. SimGrid routes traffic to group g through
// blade g of the chassis, so there may not be more groups than blades. By default four nodes per blade, two chassis per
// group, the fewest blades b such that b groups hold all nodes, and then the fewest groups.
struct DragonflyShape {
    unsigned groups = 1, chassis = 1, blades = 1, nodes = 1;
};
DragonflyShape dragonfly_shape(const PlatformSettings& settings, std::int64_t nodes);

}  // namespace rmasim::sim
