// A family whose processes begin their numbers (protocol/base/serial_number.h) at a value that the test chooses. In all
// other respects, it behaves like the family that it wraps.
#pragma once

#include "sim/scenario/families/family.h"

#include <cstdint>

namespace rmasim::property {

class CounterWraparound : public sim::Family {
public:
    // The first number is the one after `start`. `of` must outlive this family.
    CounterWraparound(const sim::Family& of, std::uint32_t start) : of_(of), start_(start) {}

    std::unique_ptr<Process> make_process(const sim::Scenario& scenario, Rank rank, const World& world) const override;

    std::string_view name() const override { return of_.name(); }
    const PacketVocabulary& packets() const override { return of_.packets(); }
    const PacketReasons& reasons() const override { return of_.reasons(); }
    CallSet calls() const override { return of_.calls(); }
    std::string_view unsupported_reason(sim::CallFeature feature) const override {
        return of_.unsupported_reason(feature);
    }
    std::shared_ptr<const sim::ProtocolSettings> default_settings() const override { return of_.default_settings(); }
    std::shared_ptr<const sim::ProtocolSettings> read_settings(const sim::JsonValue& protocol) const override {
        return of_.read_settings(protocol);
    }
    sim::SettingList settings_list(const sim::ProtocolSettings& settings) const override {
        return of_.settings_list(settings);
    }
    void check(const sim::Scenario& scenario) const override { of_.check(scenario); }
    bool needs_mutexes() const override { return of_.needs_mutexes(); }
    bool orders_accumulates(const sim::ProtocolSettings& settings) const override {
        return of_.orders_accumulates(settings);
    }
    std::vector<sim::Pool> pools(const sim::ProtocolSettings& settings,
                                 std::span<const std::string> windows) const override {
        return of_.pools(settings, windows);
    }
    void read_counters(const Process& process, std::vector<PoolLevelCounter>& counters) const override {
        of_.read_counters(process, counters);
    }
    void shrink(Process& process, const sim::PoolShrink& shrink) const override { of_.shrink(process, shrink); }
    sim::LockMeaning lock_meaning(const Packet& packet) const override { return of_.lock_meaning(packet); }
    LockOrder lock_order(const sim::ProtocolSettings& settings) const override { return of_.lock_order(settings); }
    sim::CheckedRules rules(const sim::ProtocolSettings& settings) const override { return of_.rules(settings); }
    std::optional<OpKind> operation_in(const Packet& packet) const override { return of_.operation_in(packet); }
    std::vector<sim::LockAtTarget> locks_awaited(const Process& target) const override {
        return of_.locks_awaited(target);
    }
    std::vector<sim::TreeNode> tree_nodes(const Process& process) const override {
        return of_.tree_nodes(process);
    }
    bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const override {
        return of_.waits_because_of_loss(lost, rank, awaited);
    }
    bool shares_one_node() const override { return of_.shares_one_node(); }
    bool refuses_shared_windows() const override { return of_.refuses_shared_windows(); }
    bool queues_packets_between_calls() const override { return of_.queues_packets_between_calls(); }
    bool flushes_caches() const override { return of_.flushes_caches(); }
    std::shared_ptr<const sim::ProtocolSettings> random_settings(sim::Random& random,
                                                               const sim::ProtocolSettings* like) const override {
        return of_.random_settings(random, like);
    }
    bool restarts_requests(const sim::ProtocolSettings& settings) const override {
        return of_.restarts_requests(settings);
    }
    std::optional<sim::QueueCounts> queue_counts(const Process& process) const override {
        return of_.queue_counts(process);
    }
    std::vector<sim::CounterCounts> counter_counts(const Process& process) const override {
        return of_.counter_counts(process);
    }
    std::optional<sim::CounterValue> counter_value(const Process& process, WindowId window,
                                                   std::uint32_t number) const override {
        return of_.counter_value(process, window, number);
    }
    bool is_signal(const Packet& packet) const override { return of_.is_signal(packet); }
    Part part_in(const Packet& operation) const override { return of_.part_in(operation); }
    Rank awaited_in_background(const Process& process, WindowId window) const override {
        return of_.awaited_in_background(process, window);
    }
    bool may_fail_by(std::string_view fault, const sim::ProtocolSettings& settings) const override {
        return of_.may_fail_by(fault, settings);
    }
    StreamOf streams() const override { return of_.streams(); }
    bool needs_order() const override { return of_.needs_order(); }
    bool agent_may_be_process() const override { return of_.agent_may_be_process(); }
    bool keeps_early_signals(const sim::ProtocolSettings& settings) const override {
        return of_.keeps_early_signals(settings);
    }
    bool accesses_ahead() const override { return of_.accesses_ahead(); }

protected:
    const sim::Family& of_;

private:
    std::uint32_t start_;
};

}  // namespace rmasim::property
