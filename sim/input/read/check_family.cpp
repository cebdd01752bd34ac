// What a family takes for granted of the machine. Family shm is for one node whose ranks share every window
// (SHM-BASE-1).
#include "sim/input/json/errors.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

namespace {

void check_shm(const Scenario& scenario) {
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

// MEM_SYNC puts loads and stores in order; it does not tell caches anything.
void check_newrma(const Scenario& scenario) {
    if (scenario.platform.memory.coherent || !scenario.shares_windows()) return;
    throw BadInput("platform.memory.coherent", "false",
                   "true where windows are shared: New RMA counts on coherent caches, family shm does not");
}

}  // namespace

void check_family(const Scenario& scenario) {
    if (scenario.family == Family::shm) check_shm(scenario);
    else check_newrma(scenario);
}

}  // namespace rmasim::sim
