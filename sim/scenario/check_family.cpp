// Family shm is for one node whose ranks share every window (SHM-BASE-1).
#include "sim/scenario/parse_parts.h"

namespace rmasim::sim {

void check_family(const Scenario& scenario) {
    if (scenario.family != Family::shm) return;
    if (scenario.platform.ranks_per_node < scenario.ranks) {
        throw BadInput("platform.ranks_per_node", std::to_string(scenario.platform.ranks_per_node),
                       "at least " + std::to_string(scenario.ranks) + ": the ranks of family shm share one node");
    }
    for (const WindowSettings& window : scenario.windows) {
        if (window.shared) continue;
        throw BadInput("windows." + window.name + ".shared", "false",
                       "true: the windows of family shm are in shared memory");
    }
}

}  // namespace rmasim::sim
