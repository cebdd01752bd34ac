// Family shm: the shared-memory notes. All ranks are on one node and share every window (SHM-BASE-1).
#include "protocol/shm/make_process.h"
#include "protocol/shm/packets.h"
#include "protocol/shm/reasons.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/families/shm/settings.h"

namespace rmasim::sim {

namespace {

// Requires that all ranks of a window are on one node. If communicators create the window, each communicator may be on
// another node.
void require_one_node(const Scenario& scenario, const WindowSettings& window) {
    const std::int64_t per_node = scenario.platform.ranks_per_node;
    if (per_node >= scenario.ranks) return;
    if (window.comm == no_window) {
        throw BadInput(
            "platform.ranks_per_node", std::to_string(per_node),
            "at least " + std::to_string(scenario.ranks) + ", because the ranks of family shm share one node");
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

constexpr std::array missing{
    // The fence covers only a process's stores to its own window segment, and puts to other window segments.
    MissingFeature{CallFeature::remote_store, "only puts may write to the segments of other ranks"},
    MissingFeature{CallFeature::operations_concurrent_with_fence,
                   "its fence counts the operations that precede the fence"},
    no_handles, on_all_ranks, no_layouts};

class Codec final : public DescribedCodec<shm::Config> {
public:
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
                    if (!at.is<LoadInstruction>() || !at.as<LoadInstruction>().target) continue;
                    throw BadInput(
                        program.locations[at.location] + ".target", "a load of another rank's segment",
                        "a get, or protocol.defer_flush false, because with deferred flushes a fence does not make all "
                        "stores of other ranks visible");
                }
            }
        }
    }
};

class Adapter final : public ProcessAdapter {
public:
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        const auto windows = static_cast<WindowId>(scenario.windows.size());
        return shm::make_process(rank, scenario.ranks, windows, settings_as<shm::Config>(*scenario.protocol), world);
    }
};

class Reports final : public WaitReports {
protected:
    bool loss_explains(const SuspectedLoss& lost) const override {
        if (!lost.to_waiter()) return false;
        switch (lost.awaited.what) {
            case Awaited::barrier: return lost.packet.kind == PacketKind::barrier;
            case Awaited::op_counts: return lost.packet.kind == shm::kind::op_counts;
            default: return false;
        }
    }
};

}  // namespace

const Family& shm_family();
const Family& shm_family() {
    static const Codec codec;
    static const Adapter adapter;
    static const Reports reports;
    static const Family family{{.name = "shm",
                                .calls = shm::calls,
                                .packets = shm::packet_vocabulary,
                                .reasons = shm::packet_reasons,
                                .missing = missing,
                                .needs_mutexes = true,
                                .shares_one_node = true},
                               codec,
                               adapter,
                               no_process_counters,
                               reports};
    return family;
}

}  // namespace rmasim::sim
