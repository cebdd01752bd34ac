// Family ch4: MPICH's CH4 device, with its defects.
#include "protocol/ch4/call_set.h"
#include "protocol/ch4/engine.h"
#include "protocol/ch4/make_process.h"
#include "protocol/ch4/packets.h"
#include "protocol/ch4/reasons.h"
#include "sim/scenario/families/ch4/reports.h"
#include "sim/scenario/families/ch4/settings.h"
#include "sim/scenario/families/described_family.h"

namespace rmasim::sim {

namespace {

using ch4::Config;
using ch4::Engine;

Config random_config(Random& random) {
    Config config;
    config.native = chance(random, 50) ? ch4::Native::put_get : ch4::Native::none;
    config.flush_progress_interval = one_of<std::uint32_t>(random, {0, 1, 2});
    config.mem_efficient = chance(random, 50);
    config.fixed = chance(random, 50);
    return config;
}

// Generates a header size. One size in three has no room for the description of a vector. `next` is a copy of the
// caller's generator, so the function changes no other setting.
std::uint32_t randomize_header_bytes(Random next) {
    next.next();
    return chance(next, 30) ? 72 : 0;
}

// Generates the network and the hint accumulate_ops. Random programs satisfy any hint, because each of their phases has
// only one operation.
void randomize_network(Random& random, Config& config) {
    if (!chance(random, 50)) return;
    config.network = ch4::Network::ofi;
    if (chance(random, 60)) config.native = ch4::Native::all;
    config.disable_shm_accumulate = chance(random, 50);
    if (chance(random, 50)) config.accumulate_ops = ch4::AccumulateOps::same_op;
}

bool is_dynamic(const WindowSettings& window) { return window.dynamic; }

class Ch4Family final : public DescribedFamily<Config> {
public:
    std::string_view name() const override { return "ch4"; }
    const PacketVocabulary& packets() const override { return ch4::packet_vocabulary; }
    const PacketReasons& reasons() const override { return ch4::packet_reasons; }

    CallSet calls() const override { return ch4::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        if (feature == CallFeature::operations_concurrent_with_fence)
            return "its fence may not run concurrently with operations of other threads";
        if (feature == CallFeature::window_comm || feature == CallFeature::any_layout) return {};
        return Family::unsupported_reason(feature);
    }
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

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
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
    std::optional<OpKind> operation_in(const Packet& packet) const override {
        if (nic::is_request(packet.kind)) return nic::op_kind_of(packet.kind);
        if (ch4::dat_reqs.contains(packet.kind)) return ch4::operation_of(packet.kind);
        return Family::operation_in(packet);
    }
    bool queues_packets_between_calls() const override { return true; }
    StreamOf streams() const override { return ch4::stream_of; }

    LockMeaning lock_meaning(const Packet& packet) const override {
        LockMeaning meaning;
        meaning.asks = ch4::asks_for_lock(packet);
        meaning.unlocks = ch4::unlocks(packet);
        meaning.grants = ch4::grants_lock(packet);
        return meaning;
    }
    bool accesses_ahead() const override { return true; }
    bool may_fail_by(std::string_view, const ProtocolSettings& settings) const override {
        return !settings_as<Config>(settings).fixed;
    }

    std::vector<LockAtTarget> locks_awaited(const Process& target) const override {
        return locks_waiting_at(dynamic_cast<const Engine&>(target));
    }
    std::vector<Rank> data_awaited(const Process& target) const override {
        return data_awaited_at(dynamic_cast<const Engine&>(target));
    }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return is_missed_in_ch4(rank, awaited, lost);
    }

    std::shared_ptr<const ProtocolSettings> random_settings(Random& random, const ProtocolSettings*) const override {
        Config config = random_config(random);
        config.am_header_bytes = randomize_header_bytes(random);
        config.message_eager_bytes = randomize_message_limit(random);
        config.collectives = random_collective_algorithms(random);
        return make_settings(config);
    }
    std::shared_ptr<const ProtocolSettings> random_guarantees(Random& random,
                                                              std::shared_ptr<const ProtocolSettings> settings,
                                                              bool) const override {
        Config config = settings_as<Config>(*settings);
        randomize_network(random, config);
        return make_settings(config);
    }
};

}  // namespace

const Family& ch4_family();
const Family& ch4_family() {
    static const Ch4Family family;
    return family;
}

}  // namespace rmasim::sim
