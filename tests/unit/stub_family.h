// A family for tests of checkers and reports. The test sets its rules, its lock order, and the locks and tree nodes
// that its targets report. In all other respects, it is New RMA.
#pragma once

#include "sim/scenario/families/family.h"

#include <map>

namespace rmasim::sim {

class StubFamily final : public Family {
public:
    CheckedRules reported_rules{};
    LockOrder reported_order = LockOrder::fifo;
    bool reported_accumulate_order = true;
    std::map<Rank, std::vector<LockAtTarget>> reported_locks;  // by target
    std::map<Rank, std::vector<TreeNode>> reported_tree_nodes;
    std::map<std::pair<Rank, WindowId>, Rank> reported_awaited;

    CheckedRules rules(const ProtocolSettings&) const override { return reported_rules; }
    LockOrder lock_order(const ProtocolSettings&) const override { return reported_order; }
    bool orders_accumulates(const ProtocolSettings&) const override { return reported_accumulate_order; }
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

    std::string_view name() const override { return of_.name(); }
    const PacketVocabulary& packets() const override { return of_.packets(); }
    const PacketReasons& reasons() const override { return of_.reasons(); }
    CallSet calls() const override { return of_.calls(); }
    std::shared_ptr<const ProtocolSettings> default_settings() const override { return of_.default_settings(); }
    std::shared_ptr<const ProtocolSettings> read_settings(const JsonValue& protocol) const override {
        return of_.read_settings(protocol);
    }
    SettingList settings_list(const ProtocolSettings& settings) const override { return of_.settings_list(settings); }
    void check(const Scenario& scenario) const override { of_.check(scenario); }
    std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const override {
        return of_.make_process(scenario, rank, world);
    }
    std::vector<Pool> pools(const ProtocolSettings& settings, std::span<const std::string> windows) const override {
        return of_.pools(settings, windows);
    }
    LockMeaning lock_meaning(const Packet& packet) const override { return of_.lock_meaning(packet); }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return of_.waits_because_of_loss(lost, rank, awaited);
    }
    std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                            const ProtocolSettings* like) const override {
        return of_.random_settings(random, like);
    }

private:
    template <class Reported>
    static Reported found_in(const std::map<Rank, Reported>& reported, Rank rank) {
        const auto at = reported.find(rank);
        return at == reported.end() ? Reported{} : at->second;
    }

    const Family& of_ = default_family();
};

}  // namespace rmasim::sim
