// Family shm: the shared-memory notes. All ranks are on one node and share every window (SHM-BASE-1).
#include "protocol/shm/call_set.h"
#include "protocol/shm/make_process.h"
#include "protocol/shm/packets.h"
#include "protocol/shm/reasons.h"
#include "sim/scenario/families/described_family.h"
#include "sim/scenario/families/shm/settings.h"

namespace rmasim::sim {

namespace {

// Requires that all ranks of a window are on one node. If communicators create the window, each communicator may be on
// another node.
void require_one_node(const Scenario& scenario, const WindowSettings& window) {
    const std::int64_t per_node = scenario.platform.ranks_per_node;
    if (per_node >= scenario.ranks) return;
    if (window.comm == no_window) {
        throw BadInput("platform.ranks_per_node", std::to_string(per_node),
                       "at least " + std::to_string(scenario.ranks) +
                           ", because the ranks of family shm share one node");
    }
    const Split& split = scenario.communicators->numbered(window.comm);
    for (std::size_t index = 0; index < split.count(); ++index) {
        const RankGroup& group = split.group(index);
        for (Rank comm_rank = 1; comm_rank < group.size(); ++comm_rank) {
            if (group.member(comm_rank) / per_node == group.member(0) / per_node) continue;
            throw BadInput("windows." + window.name + ".comm", '"' + split.name() + '"',
                           "communicators whose ranks share a node: ranks " + std::to_string(group.member(0)) +
                               " and " + std::to_string(group.member(comm_rank)) + " do not");
        }
    }
}

class ShmFamily final : public DescribedFamily<shm::Config> {
public:
    std::string_view name() const override { return "shm"; }
    const PacketVocabulary& packets() const override { return shm::packet_vocabulary; }
    const PacketReasons& reasons() const override { return shm::packet_reasons; }

    CallSet calls() const override { return shm::calls; }
    std::string_view unsupported_reason(CallFeature feature) const override {
        switch (feature) {
            // The fence covers only a process's stores to its own window segment, and puts to other window segments.
            case CallFeature::remote_store: return "only puts may write to the segments of other ranks";
            case CallFeature::operations_concurrent_with_fence:
                return "its fence counts the operations that precede the fence";
            case CallFeature::window_comm: return {};
            default: return Family::unsupported_reason(feature);
        }
    }
    void check(const Scenario& scenario) const override {
        for (const WindowSettings& window : scenario.windows) {
            require_one_node(scenario, window);
            if (window.shared) continue;
            throw BadInput("windows." + window.name + ".shared", "false",
                           "true, because family shm has only windows in shared memory");
        }
    }

    // If flushes are deferred, refuses loads of another rank's window segment. Such a load could read data that is not
    // flushed yet. The shared-memory notes have no such loads.
    void check_programs(const Scenario& scenario) const override {
        if (!settings_as<shm::Config>(*scenario.protocol).defer_flush) return;
        for (const std::vector<Program>& threads : scenario.programs) {
            for (const Program& program : threads) {
                for (const Instruction& at : program.code) {
                    if (at.kind != InstructionKind::load || !at.elsewhere) continue;
                    throw BadInput(
                        program.locations[at.location] + ".target", "a load of another rank's segment",
                        "a get, or protocol.defer_flush false, because with deferred flushes a fence does not make all "
                        "stores of other ranks visible");
                }
            }
        }
    }

    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return shm::make_process(rank, scenario.ranks, windows, settings_as<shm::Config>(*scenario.protocol), world);
    }
    bool needs_mutexes() const override { return true; }
    bool shares_one_node() const override { return true; }
    bool flushes_caches() const override { return true; }
    std::shared_ptr<const ProtocolSettings> random_settings(Random& random, const ProtocolSettings*) const override {
        shm::Config config;
        config.fence = chance(random, 50) ? shm::FenceKind::counts : shm::FenceKind::barrier;
        config.region_bytes = one_of<std::uint64_t>(random, {0, 8, 64});
        config.message_eager_bytes = randomize_message_limit(random);
        config.collectives = random_collective_algorithms(random);
        // These settings use a random stream of their own. The programs of a seed therefore do not depend on these
        // settings.
        Random later(Random(random).next(), 0);
        config.mutex_per = chance(later, 30) ? shm::MutexPer::block : shm::MutexPer::request;
        config.defer_flush = chance(later, 40);
        return make_settings(config);
    }

    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        if (is_message(lost.kind)) return is_missed_message(lost, rank, awaited);
        if (lost.target != rank || lost.source != awaited.rank) return false;
        switch (awaited.what) {
            case Awaited::barrier: return lost.kind == PacketKind::barrier;
            case Awaited::op_counts: return lost.kind == shm::kind::op_counts;
            default: return false;
        }
    }
};

}  // namespace

const Family& shm_family();
const Family& shm_family() {
    static const ShmFamily family;
    return family;
}

}  // namespace rmasim::sim
