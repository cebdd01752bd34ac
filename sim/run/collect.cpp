// From the state of the ranks at the end to the figures of the result.
#include "sim/families/family.h"
#include "sim/run/simulation.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// The ranks of a simulation as reports look at them.
class RanksOfRun final : public Ranks {
public:
    RanksOfRun(const Family& family, const std::vector<RankState>& ranks) : family_(family), ranks_(ranks) {}
    const Family& family() const override { return family_; }
    Rank count() const override { return static_cast<Rank>(ranks_.size()); }
    const Process& process(Rank rank) const override { return *ranks_[static_cast<std::size_t>(rank)].process; }
    std::span<const Thread> threads(Rank rank) const override { return ranks_[static_cast<std::size_t>(rank)].threads; }

private:
    const Family& family_;
    const std::vector<RankState>& ranks_;
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
    const PacketVocabulary& packets = packets_of(scenario_);
    result.by_kind = counts_.by_kind(packets);
    result.between_nodes = between_nodes_.by_kind(packets);
    result.shared_memory = shared_memory_;
    result.shared_memory.any_window = scenario_.shares_windows();
    if (const SharedMemory* const machine = memory_.machine(); machine != nullptr) {
        result.shared_memory.machine = machine->counts();
        result.stale_read_count = machine->stale_read_count();
        for (const StaleRead& read : machine->stale_reads()) {
            result.stale_reads.push_back(text_of(read, scenario_.windows[read.window].name));
        }
    }
    result.wrong_values = wrong_values_.first();
    result.wrong_value_count = wrong_values_.count();
    for (const auto& [pair, counts] : pair_counts_) {
        result.by_pair[std::to_string(pair.first) + '>' + std::to_string(pair.second)] = counts.by_kind(packets);
    }
    result.lost = lost_things();
    result.with_faults = faults_ != nullptr;
    if (faults_) result.packets_to_the_dead = faults_->packets_to_the_dead;
    if (checker_ && checker_->violation()) {
        result.outcome = Outcome::violation;
        result.violation = checker_->violation();
    } else if (!erroneous_.empty()) {
        result.outcome = Outcome::erroneous;
        result.stuck = erroneous_;
    } else if (finished_ < scenario_.ranks) {
        result.outcome = result.lost.dead.empty() ? Outcome::deadlock : Outcome::lost_rank;
        collect_stuck(result);
    }
    if (mutexes_) result.mutexes = mutexes_->counts();
    if (mutexes_ && !scenario_.platform.memory.coherent) result.caches = caches_;
    collect_elements(result);
    collect_memory(result);
    for (std::size_t i = 0; i < cause_count; ++i) {
        result.time_spent_ns.emplace_back(name_of(static_cast<Cause>(i)), to_ns(cpu_.spent()[i]));
    }
    result.digest = digest_.hex();
    return result;
}

void Simulation::collect_stuck(RunResult& result) const {
    const RanksOfRun ranks(*scenario_.family, ranks_);
    result.stuck = stuck_calls(ranks, result.lost);
    Diagnosis diagnosis = diagnose(ranks, result.lost);
    result.cause = std::move(diagnosis.cause);
    result.cycle = std::move(diagnosis.cycle);
}

void Simulation::collect_elements(RunResult& result) const {
    const std::vector<Pool> pools = pools_of(scenario_);
    std::vector<PoolUse*> uses;
    for (const Pool& pool : pools) {
        PoolUse& use = *uses.emplace_back(&result.elements[pool.name]);
        use.size = pool.size;
        // A call waits when both levels are empty, which is the global one's doing.
        if (pool.level == PoolLevel::global) {
            use.time_waited_ns = to_ns(element_wait_[static_cast<std::size_t>(pool.kind)]);
        }
    }
    std::vector<PoolLevelCounter> counters;
    for (const RankState& rank : ranks_) {
        scenario_.family->read_counters(*rank.process, counters);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            uses[i]->high_water = std::max(uses[i]->high_water, counters[i].high_water());
            uses[i]->times_exhausted += counters[i].times_exhausted();
        }
    }
}

void Simulation::collect_memory(RunResult& result) const {
    MemoryUse& most = result.memory;
    for (const RankState& rank : ranks_) {
        const ProcessMemory use = rank.process->memory_use();
        const std::size_t total = use.engine_bytes + use.table_bytes + use.pool_bytes;
        most.total_least = most.total == 0 ? total : std::min(most.total_least, total);
        if (total <= most.total) continue;
        most.engine = use.engine_bytes;
        most.tables = use.table_bytes;
        most.pools = use.pool_bytes;
        most.total = total;
    }
    for (const Pool& pool : pools_of(scenario_)) most.pools_bound += pool.size * pool.element_bytes;
}

}  // namespace rmasim::sim
