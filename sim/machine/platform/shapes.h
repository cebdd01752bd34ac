// The shapes of the regular topologies. A scenario may give the shape. Otherwise a default shape fits the number of
// nodes.
//
// A given shape may have more nodes than the ranks need; the other nodes stay idle. The functions raise BadInput if the
// given shape has too few nodes, or is too large to build. The error names the key of the scenario.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// The dimensions of a torus, x first. The default torus has two dimensions and is as square as possible: its width is
// ceil(sqrt(nodes)), and its height is as large as needed.
using TorusShape = std::vector<unsigned long>;
TorusShape torus_shape(const PlatformSettings& settings, std::int64_t nodes);

// The levels of a fat tree, leaves first. At each level a switch has `down` children, a child has `up` parents, and
// `links` parallel links connect parent and child. The default has two levels: k = ceil(sqrt(nodes)) nodes at each
// switch of the lower level, as many switches of this level as needed, and k switches at the upper level. So the
// default has full bisection bandwidth.
struct FatTreeShape {
    std::vector<unsigned> down, up, links;
};
FatTreeShape fat_tree_shape(const PlatformSettings& settings, std::int64_t nodes);

// A dragonfly: groups, chassis per group, blades (routers) per chassis, nodes per blade. SimGrid routes traffic to
// group g through blade g of the chassis, so there must be at least as many blades as groups. The default has four
// nodes per blade and two chassis per group. The default number b of blades is the smallest number for which b groups
// have enough nodes. The default number of groups is then the smallest number of groups that have enough nodes.
struct DragonflyShape {
    unsigned groups = 1, chassis = 1, blades = 1, nodes = 1;
};
DragonflyShape dragonfly_shape(const PlatformSettings& settings, std::int64_t nodes);

// Return the number of links between two nodes that are as near to each other as the shape allows. In a torus this is
// one link. In a fat tree and a dragonfly, two nodes of one switch or router have two links. If each switch has one
// node, the route passes more links.
unsigned links_of_nearest(const FatTreeShape& shape);
unsigned links_of_nearest(const DragonflyShape& shape);

}  // namespace rmasim::sim
