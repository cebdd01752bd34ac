// Family newrma: the New RMA design.
#include "protocol/newrma/call_set.h"
#include "protocol/newrma/engine.h"
#include "protocol/newrma/make_process.h"
#include "protocol/newrma/packets.h"
#include "protocol/newrma/reasons.h"
#include "sim/scenario/families/newrma/random_settings.h"
#include "sim/scenario/families/newrma/reports.h"
#include "sim/scenario/families/newrma/settings.h"
#include "sim/scenario/families/two_level_pools.h"

namespace rmasim::sim {

namespace {

using newrma::Config;
using newrma::Engine;

class NewRmaFamily final : public FamilyWithTables<Config> {
public:
    std::string_view name() const override { return "newrma"; }
    const PacketVocabulary& packets() const override { return newrma::packet_vocabulary; }
    const PacketReasons& reasons() const override { return newrma::packet_reasons; }
    std::span<const StateDiagram> states() const override { return newrma::state_diagrams(); }

    CallSet calls() const override { return newrma::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        const bool has = feature == CallFeature::window_comm || feature == CallFeature::any_layout;
        return has ? std::string_view{} : Family::unsupported_reason(feature);
    }
    // Refuses shared windows with caches that are not coherent. The family uses only MEM_SYNC, which orders loads and
    // stores, but does not flush or invalidate caches.
    void check(const Scenario& scenario) const override {
        if (scenario.platform.memory.coherent || !scenario.shares_windows()) return;
        throw BadInput("platform.memory.coherent", "false",
                       "true with shared windows, because New RMA requires coherent caches (family shm does not)");
    }

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return newrma::make_process(rank, scenario.ranks, windows, settings_as<Config>(*scenario.protocol), world);
    }
    bool orders_accumulates(const ProtocolSettings& settings) const override {
        return settings_as<Config>(settings).accumulate_ordering;
    }

    std::vector<Pool> pools(const ProtocolSettings& settings, std::span<const std::string> windows) const override {
        return two_level_pools(
            settings_as<Config>(settings),
            {sizeof(newrma::OperationElement) + sizeof(OperationRest), sizeof(newrma::TargetElement)}, windows);
    }
    void read_tables(const Process& process, std::vector<TargetTable>& tables) const override {
        read_tables_of(engine(process), tables);
    }
    void read_counters(const Process& process, std::vector<PoolLevelCounter>& counters) const override {
        read_two_level_counters(engine(process), counters);
    }
    void shrink(Process& process, const PoolShrink& shrink) const override {
        shrink_two_level_pool(dynamic_cast<Engine&>(process), shrink);
    }

    LockMeaning lock_meaning(const Packet& packet) const override {
        return {newrma::asks_for_lock(packet), newrma::unlocks(packet), newrma::grants_lock(packet),
                newrma::names_holder(packet)};
    }
    LockOrder lock_order(const ProtocolSettings& settings) const override {
        return settings_as<Config>(settings).lock_order;
    }

    std::vector<LockAtTarget> locks_awaited(const Process& target) const override {
        return locks_awaited_at(engine(target));
    }
    std::vector<TreeNode> tree_nodes(const Process& process) const override {
        return tree_nodes_of(engine(process));
    }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return is_missed_by(rank, awaited, lost);
    }

    std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                            const ProtocolSettings* like) const override {
        Config config = random_config(random);
        if (like != nullptr) config.accumulate_ordering = orders_accumulates(*like);
        return make_settings(config);
    }
    std::shared_ptr<const ProtocolSettings> with_fixed_counts(std::shared_ptr<const ProtocolSettings> settings,
                                                              bool ordered) const override {
        return make_settings(widened(settings_as<Config>(*settings), ordered));
    }
    bool opens_at_once() const override { return true; }

private:
    // The engine of a process. `make_process` must have created the process.
    static const Engine& engine(const Process& process) { return static_cast<const Engine&>(process); }
};

}  // namespace

const Family& newrma_family();
const Family& newrma_family() {
    static const NewRmaFamily family;
    return family;
}

}  // namespace rmasim::sim
