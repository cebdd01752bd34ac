#include "protocol/ch4/network_use.h"

#include <algorithm>
#include <vector>

namespace rmasim::ch4 {

namespace {

// True if no two members are on the same node.
bool are_apart(const World& world, const WindowGroup& members) {
    if (world.memory.node_of(0).size == 1) return true;
    if (members.is_all()) return false;
    std::vector<Rank> nodes;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        nodes.push_back(world.memory.node_of(members.member(comm_rank)).first);
    }
    std::sort(nodes.begin(), nodes.end());
    return std::adjacent_find(nodes.begin(), nodes.end()) == nodes.end();
}

}  // namespace

NetworkUse network_use(const Config& config, const World& world, const WindowGroup& members, bool shared,
                       bool dynamic) {
    NetworkUse use;
    const bool native = config.native != Native::none;
    use.direct_on_node = config.direct_on_node && shared;
    use.direct_accumulates = use.direct_on_node && !config.disable_shm_accumulate;
    if (config.network == Network::ucx) {
        use.put_get = use.marks = native && !shared && !dynamic;
        return use;
    }
    // Processes on the same node accumulate in shared memory, and operations of a network are not atomic with these
    // accumulates.
    const bool by_network = config.disable_shm_accumulate || are_apart(world, members);
    use.put_get = native;
    use.atomics = config.native == Native::all && by_network;
    use.own_at_once = !by_network;
    use.direct_accumulates = use.direct_accumulates && !use.atomics;
    return use;
}

bool is_atomic_in_network(const Config& config, const NicAtomics& network, const Operation& operation) {
    const Datatype datatype = operation.region.datatype;
    if (operation.region.bytes() > network.max_bytes) return false;
    if (!network.can(atomic_op_of(operation.kind, operation.reduce), datatype)) return false;
    if (config.accumulate_ops == AccumulateOps::same_op) return true;
    const std::vector<AtomicOp>& others = config.which_accumulate_ops;
    return std::all_of(others.begin(), others.end(),
                       [&](AtomicOp other) { return !is_defined(other, datatype) || network.can(other, datatype); });
}

}  // namespace rmasim::ch4
