#include "sim/network/make_network.h"

#include "sim/network/flow.h"
#include "sim/network/loggp.h"

namespace rmasim::sim {

Clock clock_for(const PlatformSettings& settings) {
    return settings.network.model == NetworkModel::flow ? Clock::simgrid : Clock::own;
}

std::unique_ptr<Network> make_network(const PlatformSettings& settings, Platform& platform, EventLoop& loop,
                                      Arrival& arrival) {
    if (settings.network.model == NetworkModel::flow) return std::make_unique<FlowNetwork>(platform, loop, arrival);
    return std::make_unique<LoggpNetwork>(settings, platform, loop, arrival);
}

}  // namespace rmasim::sim
