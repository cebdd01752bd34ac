#include "sim/machine/network/make_network.h"

#include "sim/machine/network/degrading.h"
#include "sim/machine/network/flow.h"
#include "sim/machine/network/late.h"
#include "sim/machine/network/loggp.h"
#include "sim/machine/network/reorder.h"

namespace rmasim::sim {

Clock clock_for(const PlatformSettings& settings) {
    return settings.network.model == NetworkModel::flow ? Clock::simgrid : Clock::own;
}

namespace {

// Creates networks that wrap each other: a reordering network contains a late one, which contains a degrading one,
// which contains the plain model. Each outer network receives the packets that its inner network delivers. Networks
// that the settings do not need are omitted.
class Maker {
public:
    Maker(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed, StreamOf stream_of,
          Platform& platform, EventLoop& loop)
        : settings_(settings), faults_(faults), seed_(seed), stream_of_(stream_of), platform_(platform), loop_(loop) {}

    std::unique_ptr<Network> whole(Arrival& arrival) const {
        if (settings_.network.reorder_ns == 0) return ordered(arrival);
        return std::make_unique<ReorderingNetwork>(from_ns(settings_.network.reorder_ns), seed_, stream_of_, loop_,
                                                   arrival, [this](Arrival& inner) { return ordered(inner); });
    }

private:
    std::unique_ptr<Network> ordered(Arrival& arrival) const {
        if (faults_.delays.empty() && faults_.stalls.empty()) return punctual(arrival);
        return std::make_unique<LateNetwork>(faults_, seed_, platform_, loop_, arrival,
                                             [this](Arrival& inner) { return punctual(inner); });
    }

    std::unique_ptr<Network> punctual(Arrival& arrival) const {
        if (faults_.links.empty()) return plain(arrival);
        return std::make_unique<DegradingNetwork>(faults_.links, platform_, loop_, arrival,
                                                  [this](Arrival& inner) { return plain(inner); });
    }

    std::unique_ptr<Network> plain(Arrival& arrival) const {
        if (settings_.network.model == NetworkModel::flow) {
            return std::make_unique<FlowNetwork>(settings_, platform_, loop_, arrival);
        }
        return std::make_unique<LoggpNetwork>(settings_, platform_, loop_, arrival);
    }

    const PlatformSettings& settings_;
    const FaultSettings& faults_;
    std::uint64_t seed_;
    StreamOf stream_of_;
    Platform& platform_;
    EventLoop& loop_;
};

}  // namespace

std::unique_ptr<Network> make_network(const PlatformSettings& settings, const FaultSettings& faults, std::uint64_t seed,
                                      Platform& platform, EventLoop& loop, Arrival& arrival, StreamOf stream_of) {
    return Maker(settings, faults, seed, stream_of, platform, loop).whole(arrival);
}

}  // namespace rmasim::sim
