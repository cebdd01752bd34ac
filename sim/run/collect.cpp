// From the state of the ranks at the end to the figures of the result.
#include "sim/run/simulation.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

void add_level(PoolUse& use, const newrma::PoolLevelCounter& level) {
    use.size = level.size();
    use.high_water = std::max(use.high_water, level.high_water());
    use.times_exhausted += level.times_exhausted();
}

// Finds the thread whose call a waiter of the engine is. The engine knows calls, not threads: of several threads inside
// the same call the one with the waiter's window and target is meant, and where those are the same, too, any.
class WaitingThreads {
public:
    explicit WaitingThreads(const RankState& rank) {
        for (const Thread& thread : rank.threads) {
            if (thread.activity == Thread::Activity::in_call) threads_.push_back(&thread);
        }
    }

    const Thread& take(const WaitReason& reason) {
        const auto fits = [&](const Thread* thread) {
            return 4 * (call_of(thread->current().kind) == reason.call) + 2 * (thread->window == reason.window) +
                   (thread->target == reason.target);
        };
        const auto best = std::max_element(threads_.begin(), threads_.end(),
                                           [&](const Thread* a, const Thread* b) { return fits(a) < fits(b); });
        const Thread& thread = **best;
        threads_.erase(best);
        return thread;
    }

private:
    std::vector<const Thread*> threads_;
};

}  // namespace

RunResult Simulation::collect() {
    RunResult result;
    result.scenario = scenario_.name;
    result.seed = scenario_.seed;
    result.ranks = scenario_.ranks;
    result.time = end_;
    result.messages = counts_.total();
    result.message_bytes = counts_.wire_bytes();
    result.by_kind = counts_.by_kind();
    for (const auto& [pair, counts] : pair_counts_) {
        result.by_pair[std::to_string(pair.first) + '>' + std::to_string(pair.second)] = counts.by_kind();
    }
    if (checker_ && checker_->violation()) {
        result.outcome = Outcome::violation;
        result.violation = checker_->violation();
    } else if (!erroneous_.empty()) {
        result.outcome = Outcome::erroneous;
        result.stuck = erroneous_;
    } else if (finished_ < scenario_.ranks) {
        result.outcome = Outcome::deadlock;
        collect_stuck(result);
    }
    collect_elements(result);
    collect_memory(result);
    TimeUse sum{};
    for (const RankState& rank : ranks_) {
        for (std::size_t i = 0; i < cause_count; ++i) sum[i] += rank.time_use[i];
    }
    for (std::size_t i = 0; i < cause_count; ++i) {
        result.time_spent_ns.emplace_back(name_of(static_cast<Cause>(i)), to_ns(sum[i]));
    }
    result.digest = digest_.hex();
    return result;
}

void Simulation::collect_stuck(RunResult& result) const {
    for (const RankState& rank : ranks_) {
        WaitingThreads threads(rank);
        rank.engine.waiting().for_each([&](const WaitReason& reason) {
            const Thread& thread = threads.take(reason);
            result.stuck.push_back({thread.rank, thread.reported_number(), std::string(name_of(reason.call)),
                                    thread.program->places[thread.place],
                                    rank.engine.describe(reason) + lock_holder(rank, reason)});
        });
    }
}

// Who keeps the lock that a rank's request waits for at its target; empty when it waits for something else. The core
// cannot know: this looks at both sides.
std::string Simulation::lock_holder(const RankState& rank, const WaitReason& reason) const {
    if (reason.target == no_rank || reason.target == rank.engine.rank() || reason.window == newrma::no_window)
        return {};
    const newrma::TargetLock& lock = ranks_[static_cast<std::size_t>(reason.target)].engine.window(reason.window).lock;
    if (!lock.has_waiting(rank.engine.rank())) return {};
    if (lock.exclusive_holder() != no_rank) return fmt::format(", whose lock rank {} holds", lock.exclusive_holder());
    return fmt::format(", whose lock {} ranks share", lock.shared_holders());
}

void Simulation::collect_elements(RunResult& result) const {
    for (const RankState& rank : ranks_) {
        for (WindowId id = 0; id < scenario_.windows.size(); ++id) {
            const std::string& name = scenario_.windows[id].name;
            add_level(result.elements["op.local." + name], rank.engine.window(id).local_ops);
            add_level(result.elements["target.local." + name], rank.engine.window(id).local_targets);
        }
        add_level(result.elements["op.global"], rank.engine.global_ops());
        add_level(result.elements["target.global"], rank.engine.global_targets());
    }
    // A call waits when both levels are empty, which is the global one's doing.
    result.elements["op.global"].time_waited_ns = to_ns(element_wait_[0]);
    result.elements["target.global"].time_waited_ns = to_ns(element_wait_[1]);
}

void Simulation::collect_memory(RunResult& result) const {
    MemoryUse& most = result.memory;
    for (const RankState& rank : ranks_) {
        const newrma::Engine::MemoryUse use = rank.engine.memory_use();
        const std::size_t total = use.engine_bytes + use.table_bytes + use.pool_bytes;
        most.total_least = most.total == 0 ? total : std::min(most.total_least, total);
        if (total <= most.total) continue;
        most.engine = use.engine_bytes;
        most.tables = use.table_bytes;
        most.pools = use.pool_bytes;
        most.total = total;
    }
    const newrma::Config& config = scenario_.protocol;
    const std::size_t windows = scenario_.windows.size();
    most.pools_bound = (config.op_pool.local * windows + config.op_pool.global) * sizeof(newrma::OperationElement) +
                       (config.target_pool.local * windows + config.target_pool.global) * sizeof(newrma::TargetElement);
}

}  // namespace rmasim::sim
