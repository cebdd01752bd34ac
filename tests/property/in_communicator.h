// A family that runs inside a communicator. Its processes are some ranks of a larger world, in a communicator that has
// all windows. Inside, processes use ranks of the larger world, as the wrapped family does. Outside, the simulation
// uses communicator ranks.
//
//     simulation, 4 ranks              process, 16 ranks
//     put to 3 of window 0     -->     put to 11 of window 0, a window of ranks 2, 5, 8, 11
//     packet 0 -> 3            <--     packet 2 -> 11
//
// Everything that runs with the wrapped family also runs with this family. The behaviour must be the same, packet for
// packet.
#pragma once

#include "tests/property/counter_wraparound.h"

#include <memory>
#include <vector>

namespace rmasim::property {

// The ranks of the processes in the larger world.
struct RankLayout {
    std::vector<Rank> ranks;  // by communicator rank: the rank among `ranks_in_all` ranks
    Rank ranks_in_all = 0;
    bool as_table = false;  // true if the group is given as a table, even if a stride would be enough
    Rank stride = 1;        // only without a table: the distance between consecutive ranks
};
RankLayout neighbours(Rank size);
RankLayout far_apart(Rank size);
RankLayout backwards(Rank size);
// Permutes nodes, and reverses the ranks of each node.
RankLayout mixed(Rank size, Rank ranks_per_node);

class InCommunicator final : public sim::ProcessCounters, public sim::WaitReports, public CounterWraparound {
public:
    // `of` must outlive this family. This family must outlive its processes.
    InCommunicator(const sim::Family& of, RankLayout layout);

    std::unique_ptr<Process> make(const sim::Scenario& scenario, Rank rank, const World& world) const override;

    std::vector<sim::Pool> pools(const sim::ProtocolSettings& settings,
                                 std::span<const std::string> windows) const override {
        return of_.counters.pools(settings, windows);
    }
    void read_pools(const Process& process, std::vector<PoolLevelCounter>& counters) const override;
    void read_tables(const Process& process, std::vector<sim::TargetTable>& tables) const override;
    void shrink(Process& process, const sim::PoolShrink& shrink) const override;
    std::optional<sim::QueueCounts> queue(const Process& process) const override;
    std::vector<sim::CounterCounts> signals(const Process& process) const override;
    std::optional<sim::CounterValue> counter_value(const Process& process, WindowId window,
                                                   std::uint32_t number) const override;
    std::vector<sim::LockAtTarget> locks_awaited(const Process& target) const override;
    std::vector<sim::TreeNode> tree_nodes(const Process& process) const override;
    std::vector<Rank> data_awaited(const Process& target) const override;
    Rank awaited_in_background(const Process& process, WindowId window) const override;
    sim::Signaller signaller(const Process& other, const Process& waiter, const WaitReason& reason) const override;

    // ---- Functions for the processes of this family.
    Rank rank_of(Rank comm_rank) const {
        return comm_rank < 0 ? comm_rank : layout_.ranks[static_cast<std::size_t>(comm_rank)];
    }
    Rank comm_rank_of(Rank rank) const { return rank < 0 ? rank : group_.comm_rank_of(rank); }
    const RankGroup& group() const { return group_; }
    // Translate a word between inside and outside. Only a handle of a counter changes: its owner is a rank.
    std::uint64_t handle_inside(std::uint64_t word) const { return with_owner(word, true); }
    std::uint64_t handle_outside(std::uint64_t word) const { return with_owner(word, false); }

protected:
    bool loss_explains(const sim::SuspectedLoss& lost) const override {
        return of_.reports.waits_because_of_loss(lost.packet, lost.rank, lost.awaited);
    }

private:
    std::uint64_t with_owner(std::uint64_t word, bool inside) const;

    RankLayout layout_;
    GroupTable table_;
    RankGroup group_;
};

}  // namespace rmasim::property
