// Family ch4: MPICH's CH4 device, with its defects.
#include "protocol/ch4/engine.h"
#include "protocol/ch4/make_process.h"
#include "protocol/ch4/packets.h"
#include "protocol/ch4/reasons.h"
#include "sim/scenario/families/ch4/reports.h"
#include "sim/scenario/families/ch4/settings.h"
#include "sim/scenario/families/family.h"

namespace rmasim::sim {

namespace {

using ch4::Config;

constexpr std::array missing{MissingFeature{CallFeature::operations_concurrent_with_fence,
                                            "its fence may not run concurrently with operations of other threads"},
                             no_handles, on_all_ranks};

bool is_dynamic(const WindowSettings& window) { return window.dynamic; }

class Codec final : public DescribedCodec<Config> {
public:
    void check(const Scenario& scenario) const override {
        const Config& config = settings_as<Config>(*scenario.protocol);
        if (config.native == ch4::Native::all && config.network == ch4::Network::ucx) {
            throw BadInput("protocol.native", "all",
                           "none or put_get, or protocol.network ofi, because a network with UCX executes no "
                           "accumulates");
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
        std::vector<bool> dynamic;
        if (std::any_of(scenario.windows.begin(), scenario.windows.end(), is_dynamic)) {
            for (const WindowSettings& window : scenario.windows) dynamic.push_back(window.dynamic);
        }
        return ch4::make_process(rank, scenario.ranks, windows, settings_as<Config>(*scenario.protocol), world,
                                 dynamic);
    }

    bool uses_nic(const ProtocolSettings& settings) const override {
        return settings_as<Config>(settings).native != ch4::Native::none;
    }
};

}  // namespace

const Family& ch4_family();
const Family& ch4_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Ch4Reports reports;
    static const Family family{{.name = "ch4",
                                .calls = ch4::calls,
                                .packets = ch4::packet_vocabulary,
                                .reasons = ch4::packet_reasons,
                                .missing = missing,
                                .queues_packets_between_calls = true},
                               codec,
                               adapter,
                               no_process_counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
