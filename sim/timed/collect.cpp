// Collects the result of a run from the final state of its ranks.
#include "sim/scenario/families/family.h"
#include "sim/timed/simulation.h"

#include <algorithm>

namespace rmasim::sim {

RunResult Simulation::collect() {
    RunResult result;
    result.scenario = scenario_.title();
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
    result.lost_counts = {result.lost.dead.size(), result.lost.packets.size(), result.lost.shrunken.size()};
    result.with_faults = faults_ != nullptr;
    if (faults_) result.packets_to_the_dead = faults_->packets_to_the_dead;
    if (checkers_.invariants) {
        result.violation = before_error_ ? before_error_->first : checkers_.invariants->violation();
        result.checked = before_error_ ? before_error_->second : checkers_.invariants->checked();
    }
    if (interrupted_) {
        result.outcome = Outcome::interrupted;
    } else if (result.violation && result.lost.nothing_needed()) {
        result.outcome = Outcome::violation;
    } else if (failed_) {
        result.outcome = failed_->kind == FailureKind::crash ? Outcome::crash : Outcome::assertion;
        result.stuck = stuck_calls(ranks_, result.lost);
        result.cause = text_of(*failed_);
    } else if (!broken_.empty()) {
        result.outcome = result.lost.dead.empty() ? Outcome::lost_packet : Outcome::lost_rank;
        result.cause = broken_;
    } else if (!erroneous_.empty()) {
        result.outcome = Outcome::erroneous;
        result.stuck = erroneous_;
    } else if (finished_ < ranks_.range().count) {
        result.outcome = result.lost.dead.empty() ? Outcome::deadlock : Outcome::lost_rank;
        collect_stuck(result);
    } else if (!result.lost.packets.empty()) {
        result.outcome = Outcome::lost_packet;
        result.cause = "all programs ended, but " + text_of(result.lost.packets);
    }
    if (checkers_.semantics) result.semantics = checkers_.semantics->report();
    if (result.outcome == Outcome::finished && result.semantics && result.semantics->count > 0) {
        result.outcome = Outcome::erroneous;
    }
    if (mutexes_) result.mutexes = mutexes_->counts();
    if (!mutexes_ || scenario_.platform.memory.coherent) result.caches.reset();
    collect_queues(result);
    collect_counters(result);
    if (scenario_.progress == Progress::agent) result.agent_looks = agent_looks_;
    if (live_) {
        collect_of_program(result);
    } else {
        collect_elements(result);
        collect_tables(result);
        collect_memory(result);
    }
    result.digest = digest_.hex();
    if (trace_ != nullptr) trace_stuck(result.stuck);
    return result;
}

// Adds the calls that never returned to the trace. In the trace, such a call lasts until the latest clock of all ranks,
// which may be after the last event. An error outside of calls, such as a put that its target refuses, has another
// location than the thread. Such an error is skipped.
void Simulation::trace_stuck(const std::vector<StuckCall>& calls) const {
    if (calls.empty()) return;
    Time end = end_;
    for (const RankState& rank : ranks_) end = std::max(end, rank.clock);
    for (const StuckCall& call : calls) {
        const Thread& thread = ranks_[call.rank].threads()[call.thread.value_or(0)];
        if (thread.program == nullptr || thread.activity == Thread::Activity::finished) continue;
        if (thread.program->location_text(thread.location) != call.location) continue;
        const bool inside =
            thread.activity == Thread::Activity::in_call || thread.activity == Thread::Activity::unmatched;
        const Time began = inside ? thread.call_began : live_ ? ranks_[call.rank].clock : thread.clock;
        // A trace has the core's names of calls. In a function that SMPI executes, `making` is the call before it.
        const bool of_core =
            thread.activity == Thread::Activity::unmatched || (inside && thread.call.valid() && !thread.call.done());
        const std::string name = of_core ? std::string(name_of(thread.making)) : call.call;
        trace_->call_never_ended({call.rank, call.thread, name, call.location, call.reason}, began,
                                 std::max(began, end));
    }
}

void Simulation::collect_stuck(RunResult& result) {
    result.stuck = stuck_calls(ranks_, result.lost);
    Diagnosis diagnosis = diagnose(ranks_, result.lost);
    result.cause = std::move(diagnosis.cause);
    result.cycle = std::move(diagnosis.cycle);
    result.cycle_waits = std::move(diagnosis.waits);
    if (live_) add_stuck_in_hosted_calls(result);
}

void Simulation::collect_queues(RunResult& result) const {
    for (const RankState& rank : ranks_) {
        const std::optional<QueueCounts> counts = scenario_.family->queue_counts(*rank.process);
        if (!counts) return;
        if (!result.queue) result.queue.emplace();
        result.queue->max_requests = std::max(result.queue->max_requests, counts->max_requests);
        result.queue->max_bytes = std::max(result.queue->max_bytes, counts->max_bytes);
        result.queue->looks += counts->looks;
        result.queue->rounds += counts->rounds;
        result.queue->requests_looked_at += counts->requests_looked_at;
    }
}

void Simulation::collect_counters(RunResult& result) const {
    if (live_) return;
    for (const RankState& rank : ranks_) {
        const std::vector<CounterCounts> windows = scenario_.family->counter_counts(*rank.process);
        if (windows.empty()) return;
        result.counters.resize(windows.size());
        for (std::size_t i = 0; i < windows.size(); ++i) {
            result.counters[i].window = scenario_.windows[i].name;
            result.counters[i] += windows[i];
        }
    }
}

// Collects the windows, pools and tables of an MPI program. Windows that were not freed are recorded as if they were
// freed at the end.
void Simulation::collect_of_program(RunResult& result) {
    for (const RankState& rank : ranks_) windows_->ends(*rank.process);
    windows_->collect(result);
    for (const Pool& pool : pools_of(scenario_)) {
        if (pool.level != PoolLevel::global) continue;
        result.elements[pool.name].time_waited_ns = to_ns(accounting_.element_wait(pool.kind));
    }
    if (!result.tables.empty()) accounting_.collect_tables(result);
}

void Simulation::collect_elements(RunResult& result) const {
    const std::vector<Pool> pools = pools_of(scenario_);
    std::vector<PoolUse*> uses;
    for (const Pool& pool : pools) {
        PoolUse& use = *uses.emplace_back(&result.elements[pool.name]);
        use.size = pool.size;
        // A call waits if both levels of the pool are empty. The waiting time is reported only for the global level.
        if (pool.level == PoolLevel::global) {
            use.time_waited_ns = to_ns(accounting_.element_wait(pool.kind));
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

void Simulation::collect_tables(RunResult& result) const {
    std::vector<TargetTable> tables;
    for (const RankState& rank : ranks_) {
        scenario_.family->read_tables(*rank.process, tables);
        if (tables.empty()) return;
        result.tables.resize(tables.size());
        for (std::size_t window = 0; window < tables.size(); ++window) {
            TableUse& use = result.tables[window];
            use.slots = tables[window].slots;
            use.max_list_length = std::max(use.max_list_length, tables[window].max_list_length);
        }
    }
    accounting_.collect_tables(result);
}

void Simulation::collect_memory(RunResult& result) const {
    MemoryUse& max = result.memory;
    for (const RankState& rank : ranks_) {
        const ProcessMemory use = rank.process->memory_use();
        const std::size_t total = use.engine_bytes + use.table_bytes + use.pool_bytes;
        max.min_total = max.total == 0 ? total : std::min(max.min_total, total);
        if (total <= max.total) continue;
        max.engine = use.engine_bytes;
        max.tables = use.table_bytes;
        max.pools = use.pool_bytes;
        max.total = total;
    }
    for (const Pool& pool : pools_of(scenario_)) max.pools_bound += pool.size * pool.element_bytes;
}

}  // namespace rmasim::sim
