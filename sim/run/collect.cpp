// From the state of the ranks at the end to the figures of the result.
#include "sim/ranks/make_process.h"
#include "sim/run/simulation.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

void add_level(PoolUse& use, std::uint32_t size, const PoolLevelCounter& level) {
    use.size = size;
    use.high_water = std::max(use.high_water, level.high_water());
    use.times_exhausted += level.times_exhausted();
}

}  // namespace

RunResult Simulation::collect() {
    RunResult result;
    result.scenario = scenario_.name;
    result.seed = scenario_.seed;
    result.ranks = scenario_.ranks;
    result.time = end_;
    accounting_.collect(result);
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
    if (!mutexes_ || scenario_.platform.memory.coherent) result.caches.reset();
    collect_elements(result);
    collect_memory(result);
    result.digest = digest_.hex();
    return result;
}

void Simulation::collect_stuck(RunResult& result) const {
    result.stuck = stuck_calls(ranks_, result.lost);
    Diagnosis diagnosis = diagnose(ranks_, result.lost);
    result.cause = std::move(diagnosis.cause);
    result.cycle = std::move(diagnosis.cycle);
}

void Simulation::collect_elements(RunResult& result) const {
    const PoolSize& ops = scenario_.protocol.op_pool;
    const PoolSize& targets = scenario_.protocol.target_pool;
    if (scenario_.family != Family::newrma) return;
    PoolUse& global_ops = result.elements["op.global"];
    PoolUse& global_targets = result.elements["target.global"];
    std::vector<PoolUse*> local_ops, local_targets;
    for (const WindowSettings& window : scenario_.windows) {
        local_ops.push_back(&result.elements["op.local." + window.name]);
        local_targets.push_back(&result.elements["target.local." + window.name]);
    }
    for (const RankState& rank : ranks_) {
        const newrma::Engine& engine = *newrma_engine(*rank.process);
        for (WindowId id = 0; id < scenario_.windows.size(); ++id) {
            add_level(*local_ops[id], ops.local, engine.window(id).local_ops);
            add_level(*local_targets[id], targets.local, engine.window(id).local_targets);
        }
        add_level(global_ops, ops.global, engine.global_ops());
        add_level(global_targets, targets.global, engine.global_targets());
    }
    // A call waits when both levels are empty, which is the global one's doing.
    global_ops.time_waited_ns = to_ns(accounting_.element_wait(ElementKind::operation));
    global_targets.time_waited_ns = to_ns(accounting_.element_wait(ElementKind::target));
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
    if (scenario_.family != Family::newrma) return;
    const newrma::Config& config = scenario_.protocol;
    const std::size_t windows = scenario_.windows.size();
    most.pools_bound = (config.op_pool.local * windows + config.op_pool.global) * sizeof(newrma::OperationElement) +
                       (config.target_pool.local * windows + config.target_pool.global) * sizeof(newrma::TargetElement);
}

}  // namespace rmasim::sim
