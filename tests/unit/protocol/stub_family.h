// A family for tests of checkers and reports. The test sets its rules, and the locks and tree nodes that its targets
// report. In all other respects, it is New RMA.
#pragma once

#include "sim/scenario/families/family.h"

#include <map>

namespace rmasim::sim {

class StubFamily final : public ProcessAdapter, public WaitReports, public Family {
public:
    StubFamily()
        : Family{default_family().traits, default_family().settings, *this, default_family().counters, *this} {}
    StubFamily(const StubFamily&) = delete;

    CheckedRules reported_rules{};
    std::map<Rank, std::vector<LockAtTarget>> reported_locks;  // by target
    std::map<Rank, std::vector<TreeNode>> reported_tree_nodes;
    std::map<std::pair<Rank, WindowId>, Rank> reported_awaited;

    CheckedRules rules(const ProtocolSettings&) const override { return reported_rules; }
    std::vector<LockAtTarget> locks_awaited(const Process& target) const override {
        return found_in(reported_locks, target.rank());
    }
    std::vector<TreeNode> tree_nodes(const Process& process) const override {
        return found_in(reported_tree_nodes, process.rank());
    }
    Rank awaited_in_background(const Process& process, WindowId window) const override {
        const auto at = reported_awaited.find({process.rank(), window});
        return at == reported_awaited.end() ? no_rank : at->second;
    }
    std::unique_ptr<Process> make(const Scenario& scenario, Rank rank, const World& world) const override {
        return default_family().processes.make(scenario, rank, world);
    }

protected:
    bool loss_explains(const SuspectedLoss& lost) const override {
        return default_family().reports.waits_because_of_loss(lost.packet, lost.rank, lost.awaited);
    }

private:
    template <class Reported>
    static Reported found_in(const std::map<Rank, Reported>& reported, Rank rank) {
        const auto at = reported.find(rank);
        return at == reported.end() ? Reported{} : at->second;
    }
};

}  // namespace rmasim::sim
