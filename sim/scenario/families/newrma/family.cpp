// Family newrma: the New RMA design.
#include "protocol/newrma/engine.h"
#include "protocol/newrma/make_process.h"
#include "protocol/newrma/packets.h"
#include "protocol/newrma/reasons.h"
#include "sim/scenario/families/newrma/reports.h"
#include "sim/scenario/families/newrma/settings.h"
#include "sim/scenario/families/two_level_pools.h"

namespace rmasim::sim {

namespace {

using newrma::Config;

constexpr std::array missing{no_handles, on_all_ranks};

class Codec final : public CodecWithTables<Config> {
public:
    // Refuses shared windows with caches that are not coherent. The family uses only MEM_SYNC, which orders loads and
    // stores, but does not flush or invalidate caches.
    void check(const Scenario& scenario) const override {
        if (scenario.platform.memory.coherent || !scenario.shares_windows()) return;
        throw BadInput("platform.memory.coherent", "false",
                       "true with shared windows, because New RMA requires coherent caches (family shm does not)");
    }
};

class Adapter final : public ProcessAdapter {
public:
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return newrma::make_process(rank, scenario.ranks, windows, settings_as<Config>(*scenario.protocol), world);
    }
    CheckedRules rules(const ProtocolSettings& settings) const override {
        const Config& config = settings_as<Config>(settings);
        return {.lock_order = config.lock_order, .orders_accumulates = config.accumulate_ordering};
    }
};

using Counters = TwoLevelCounters<Config, newrma::Engine, newrma::OperationElement, newrma::TargetElement>;

}  // namespace

const Family& newrma_family();
const Family& newrma_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Counters counters;
    static const NewRmaReports reports;
    static const Family family{{.name = "newrma",
                                .calls = newrma::calls,
                                .packets = newrma::packet_vocabulary,
                                .reasons = newrma::packet_reasons,
                                .states = newrma::state_diagrams(),
                                .missing = missing},
                               codec,
                               adapter,
                               counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
