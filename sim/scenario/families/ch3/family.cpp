// Family ch3: MPICH's CH3 device, with its defects.
#include "protocol/ch3/engine.h"
#include "protocol/ch3/make_process.h"
#include "protocol/ch3/packets.h"
#include "protocol/ch3/reasons.h"
#include "sim/scenario/families/ch3/reports.h"
#include "sim/scenario/families/ch3/settings.h"
#include "sim/scenario/families/two_level_pools.h"

namespace rmasim::sim {

namespace {

using ch3::Config;

constexpr std::array missing{MissingFeature{CallFeature::operations_concurrent_with_fence,
                                            "its fence may not run concurrently with operations of other threads"},
                             no_handles, on_all_ranks};

class Codec final : public CodecWithTables<Config> {
public:
    void check(const Scenario& scenario) const override {
        if (scenario.platform.network.reorder_ns > 0) {
            throw BadInput("platform.network.reorder_ns", std::to_string(scenario.platform.network.reorder_ns),
                           "0, because family ch3 models TCP, which keeps the order of packets");
        }
        if (!scenario.platform.memory.coherent && scenario.shares_windows()) {
            throw BadInput("platform.memory.coherent", "false",
                           "true with shared windows, because MPICH does not flush caches");
        }
    }
};

class Adapter final : public ProcessAdapter {
public:
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return ch3::make_process(rank, scenario.ranks, windows, settings_as<Config>(*scenario.protocol), world);
    }
    CheckedRules rules(const ProtocolSettings& settings) const override {
        return {.fence = Guarantee::complete_at_origin,
                .complete = Guarantee::complete_at_origin,
                .answers_within_epoch = false,
                .fence_opens_together = false,
                .locks_in_order = false,
                .one_lock_epoch = false,
                // If delay_issuing is set, an operation with a request may overtake an operation that is held back
                // (CH3-OP-5).
                .orders_accumulates = !settings_as<Config>(settings).delay_issuing};
    }
};

using Counters = TwoLevelCounters<Config, ch3::Engine, ch3::OperationElement, ch3::TargetElement>;

}  // namespace

const Family& ch3_family();
const Family& ch3_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Counters counters;
    static const Ch3Reports reports;
    static const Family family{{.name = "ch3",
                                .calls = ch3::calls,
                                .packets = ch3::packet_vocabulary,
                                .reasons = ch3::packet_reasons,
                                .missing = missing,
                                .queues_packets_between_calls = true},
                               codec,
                               adapter,
                               counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
