#include "sim/network/make_network.h"

#include "sim/network/flow.h"
#include "sim/network/loggp.h"
#include "sim/network/reorder.h"

namespace rmasim::sim {

Clock clock_for(const PlatformSettings& settings) {
    return settings.network.model == NetworkModel::flow ? Clock::simgrid : Clock::own;
}

namespace {

std::unique_ptr<Network> make_ordered(const PlatformSettings& settings, Platform& platform, EventLoop& loop,
                                      Arrival& arrival) {
    if (settings.network.model == NetworkModel::flow) return std::make_unique<FlowNetwork>(platform, loop, arrival);
    return std::make_unique<LoggpNetwork>(settings, platform, loop, arrival);
}

}  // namespace

std::unique_ptr<Network> make_network(const PlatformSettings& settings, std::uint64_t seed, Platform& platform,
                                      EventLoop& loop, Arrival& arrival) {
    if (settings.network.reorder_ns == 0) return make_ordered(settings, platform, loop, arrival);
    return std::make_unique<ReorderingNetwork>(
        from_ns(settings.network.reorder_ns), seed, loop, arrival,
        [&](Arrival& inner_arrival) { return make_ordered(settings, platform, loop, inner_arrival); });
}

}  // namespace rmasim::sim
