// Family ch3: MPICH's CH3 device, with its defects.
#include "protocol/ch3/call_set.h"
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
using ch3::Engine;

// Generates small pools and buffers. One configuration in two keeps the defaults instead. Pools and buffers of the
// default sizes are never exhausted.
void randomize_room(Random& random, Config& config) {
    config.op_pool = {one_of<std::uint32_t>(random, {0, 1, 2}), one_of<std::uint32_t>(random, {1, 2})};
    config.target_pool = {one_of<std::uint32_t>(random, {0, 1, 2}), one_of<std::uint32_t>(random, {1, 2})};
    config.lock_buffer = {one_of<std::uint32_t>(random, {0, 1, 256}), one_of<std::uint32_t>(random, {0, 16, 655'360})};
    config.whole_bytes = one_of<std::uint32_t>(random, {0, 8, 960});
    config.flush_checks_once = chance(random, 20);
    config.fixed = chance(random, 40);
}

bool is_roomy(const Config& config) {
    const Config usual;
    return config.op_pool.global == usual.op_pool.global && config.target_pool.global == usual.target_pool.global;
}

Config random_config(Random& random) {
    Config config;
    config.delay_issuing = chance(random, 50);
    config.slots = one_of<std::uint32_t>(random, {1, 2, 3, 262'144});
    config.piggyback_lock_bytes = one_of<std::uint32_t>(random, {0, 8, 65'536});
    config.scalable_fence_ranks = one_of<std::uint32_t>(random, {2, 1'024});
    config.poke_responses = one_of<std::uint32_t>(random, {0, 2, 128});
    config.wait_responses = one_of<std::int32_t>(random, {ch3::never, 0, 1, 65'536});
    if (chance(random, 50)) randomize_room(random, config);
    randomize_window_sizes(Random(Random(random).next(), 0), config.op_pool, config.target_pool, config.of_windows);
    return config;
}

class Ch3Family final : public FamilyWithTables<Config> {
public:
    std::string_view name() const override { return "ch3"; }
    const PacketVocabulary& packets() const override { return ch3::packet_vocabulary; }
    const PacketReasons& reasons() const override { return ch3::packet_reasons; }

    CallSet calls() const override { return ch3::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        if (feature == CallFeature::operations_concurrent_with_fence)
            return "its fence may not run concurrently with operations of other threads";
        if (feature == CallFeature::window_comm || feature == CallFeature::any_layout) return {};
        return Family::unsupported_reason(feature);
    }
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

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return ch3::make_process(rank, scenario.ranks, windows, settings_as<Config>(*scenario.protocol), world);
    }

    // If delay_issuing is set, an operation with a request may overtake an operation that is held back (CH3-OP-5).
    bool orders_accumulates(const ProtocolSettings& settings) const override {
        return !settings_as<Config>(settings).delay_issuing;
    }

    std::vector<Pool> pools(const ProtocolSettings& settings, std::span<const std::string> windows) const override {
        return two_level_pools(settings_as<Config>(settings),
                               {sizeof(ch3::OperationElement) + sizeof(OperationRest), sizeof(ch3::TargetElement)},
                               windows);
    }
    void read_tables(const Process& process, std::vector<TargetTable>& tables) const override {
        read_tables_of(dynamic_cast<const Engine&>(process), tables);
    }
    void read_counters(const Process& process, std::vector<PoolLevelCounter>& counters) const override {
        read_two_level_counters(dynamic_cast<const Engine&>(process), counters);
    }
    void shrink(Process& process, const PoolShrink& shrink) const override {
        shrink_two_level_pool(dynamic_cast<Engine&>(process), shrink);
    }
    bool queues_packets_between_calls() const override { return true; }
    bool needs_order() const override { return true; }

    LockMeaning lock_meaning(const Packet& packet) const override {
        return {ch3::asks_for_lock(packet), ch3::unlocks(packet), has(packet.flags, ch3::flag::granted), false,
                has(packet.flags, ch3::flag::discarded)};
    }
    Part part_in(const Packet& packet) const override {
        if (!has(packet.flags, ch3::flag::stream)) return {};
        const ch3::Unit unit = ch3::unit_of(packet);
        return {unit.first == 0, unit.first + unit.count == packet.region.count, unit.first, unit.count};
    }
    bool opens_at_once() const override { return true; }
    CheckedRules rules(const ProtocolSettings&) const override {
        return {.fence = Guarantee::complete_at_origin,
                .complete = Guarantee::complete_at_origin,
                .answers_within_epoch = false,
                .fence_opens_together = false,
                .locks_in_order = false,
                .one_lock_epoch = false};
    }

    // True if the run may end with the failure `fault`. Any failure is possible with small pools. With large pools,
    // only four causes remain: an IBARRIER that completes last, operations that are held back (with the scalable fence,
    // or if READs poke), a lock that loses its holders, and FLUSH_ALL concurrent with other threads.
    bool may_fail_by(std::string_view fault, const ProtocolSettings& settings) const override {
        const Config& config = settings_as<Config>(settings);
        const auto names = [fault](std::string_view cause) { return fault.find(cause) != std::string_view::npos; };
        if (!is_roomy(config) || names("(cause 5)") || names("(cause 8)")) return true;
        if (names("(cause 9)") || names("(cause 13)") || names("(cause 14)")) return true;
        // A DECR_AT that was sent twice fails at its target, where the cause is not known. An operation with a request
        // may overtake an operation that is held back.
        if (names("(cause 11)") || names("below zero")) return config.poke_responses < 128;
        if (names("cannot carry LOCK")) return config.delay_issuing;
        const bool pokes_early = config.poke_responses < 128 || config.scalable_fence_ranks < 1024;
        return names("(cause 1)") && config.delay_issuing && pokes_early;
    }

    std::vector<LockAtTarget> locks_awaited(const Process& target) const override {
        return locks_waiting_at(dynamic_cast<const Engine&>(target));
    }
    Rank awaited_in_background(const Process& process, WindowId window) const override {
        return awaited_by_ibarrier(dynamic_cast<const Engine&>(process), window);
    }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return is_missed_in_ch3(rank, awaited, lost);
    }

    std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                            const ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) config.delay_issuing = settings_as<Config>(*like).delay_issuing;
        config.message_eager_bytes = randomize_message_limit(random);
        config.collectives = random_collective_algorithms(random);
        return make_settings(config);
    }
};

}  // namespace

const Family& ch3_family();
const Family& ch3_family() {
    static const Ch3Family family;
    return family;
}

}  // namespace rmasim::sim
