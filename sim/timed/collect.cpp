#include "sim/timed/collect.h"

#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/scenario/families/family.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

void collect_queues(const RunParts& run, RunResult& result) {
    for (const RankState& rank : run.ranks) {
        const std::optional<QueueCounts> counts = run.scenario.family->counters.queue(*rank.process);
        if (!counts) return;
        if (!result.queue) result.queue.emplace();
        result.queue->max_requests = std::max(result.queue->max_requests, counts->max_requests);
        result.queue->max_bytes = std::max(result.queue->max_bytes, counts->max_bytes);
        result.queue->looks += counts->looks;
        result.queue->rounds += counts->rounds;
        result.queue->requests_looked_at += counts->requests_looked_at;
    }
}

void collect_counters(const RunParts& run, RunResult& result) {
    for (const RankState& rank : run.ranks) {
        const std::vector<CounterCounts> windows = run.scenario.family->counters.signals(*rank.process);
        if (windows.empty()) return;
        result.counters.resize(windows.size());
        for (std::size_t i = 0; i < windows.size(); ++i) {
            result.counters[i].window = run.scenario.windows[i].name;
            result.counters[i] += windows[i];
        }
    }
}

void collect_elements(const RunParts& run, RunResult& result) {
    const std::vector<Pool> pools = pools_of(run.scenario);
    std::vector<PoolUse*> uses;
    for (const Pool& pool : pools) {
        PoolUse& use = *uses.emplace_back(&result.elements[pool.name]);
        use.size = pool.size;
        // A call waits if both levels of the pool are empty. The waiting time is reported only for the global level.
        if (pool.level == PoolLevel::global) {
            use.time_waited_ns = to_ns(run.accounting.element_wait(pool.kind));
        }
    }
    std::vector<PoolLevelCounter> counters;
    for (const RankState& rank : run.ranks) {
        run.scenario.family->counters.read_pools(*rank.process, counters);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            uses[i]->high_water = std::max(uses[i]->high_water, counters[i].high_water());
            uses[i]->times_exhausted += counters[i].times_exhausted();
        }
    }
}

void collect_tables(const RunParts& run, RunResult& result) {
    std::vector<TargetTable> tables;
    for (const RankState& rank : run.ranks) {
        run.scenario.family->counters.read_tables(*rank.process, tables);
        if (tables.empty()) return;
        result.tables.resize(tables.size());
        for (std::size_t window = 0; window < tables.size(); ++window) {
            TableUse& use = result.tables[window];
            use.slots = tables[window].slots;
            use.max_list_length = std::max(use.max_list_length, tables[window].max_list_length);
        }
    }
    run.accounting.collect_tables(result);
}

void collect_memory(const RunParts& run, RunResult& result) {
    MemoryUse& max = result.memory;
    for (const RankState& rank : run.ranks) {
        const ProcessMemory use = rank.process->memory_use();
        const std::size_t total = use.engine_bytes + use.table_bytes + use.pool_bytes;
        max.min_total = max.total == 0 ? total : std::min(max.min_total, total);
        if (total <= max.total) continue;
        max.engine = use.engine_bytes;
        max.tables = use.table_bytes;
        max.pools = use.pool_bytes;
        max.total = total;
    }
    for (const Pool& pool : pools_of(run.scenario)) max.pools_bound += pool.size * pool.element_bytes;
}

}  // namespace

void collect_scenario(const RunParts& run, RunResult& result) {
    result.scenario = run.scenario.title();
    result.seed = run.scenario.seed;
    result.ranks = run.scenario.ranks;
    result.shared_memory.any_window = run.scenario.shares_windows();
    const SharedMemory* const machine = run.memory.machine();
    if (machine == nullptr) return;
    result.shared_memory.machine = machine->counts();
    result.stale_read_count = machine->stale_read_count();
    for (const StaleRead& read : machine->stale_reads()) {
        result.stale_reads.push_back(text_of(read, run.scenario.windows[read.window].name));
    }
}

void collect_waits(const RunParts& run, RunResult& result) {
    result.stuck = stuck_calls(run.ranks, result.lost);
    Diagnosis diagnosis = diagnose(run.ranks, result.lost);
    result.cause = std::move(diagnosis.cause);
    result.fix = std::move(diagnosis.fix);
    result.cycle = std::move(diagnosis.cycle);
    result.cycle_waits = std::move(diagnosis.waits);
}

void collect_ranks(const RunParts& run, RunResult& result) {
    collect_queues(run, result);
    if (run.live != nullptr) return;
    collect_counters(run, result);
    collect_elements(run, result);
    collect_tables(run, result);
    collect_memory(run, result);
}

// In the trace, such a call lasts until the latest clock of all ranks,
// which may be after the last event. An error outside of calls, such as a put that its target refuses, has another
// location than the thread. Such an error is skipped.
void trace_unfinished(const RunParts& run, const std::vector<StuckCall>& calls) {
    if (calls.empty()) return;
    Time end = run.end;
    for (const RankState& rank : run.ranks) end = std::max(end, rank.clock);
    for (const StuckCall& call : calls) {
        const Thread& thread = run.ranks[call.rank].threads()[call.thread.value_or(0)];
        if (thread.program == nullptr || thread.activity == Thread::Activity::finished) continue;
        if (thread.program->location_text(thread.location) != call.location) continue;
        const bool inside =
            thread.activity == Thread::Activity::in_call || thread.activity == Thread::Activity::unmatched;
        const Time began = inside ? thread.call_began : run.live != nullptr ? run.ranks[call.rank].clock : thread.clock;
        // A trace has the core's names of calls. In a function that SMPI executes, `making` is the call before it.
        const bool of_core =
            thread.activity == Thread::Activity::unmatched || (inside && thread.call.valid() && !thread.call.done());
        const std::string name = of_core ? std::string(name_of(thread.making)) : call.call;
        run.trace->call_never_ended({call.rank, call.thread, name, call.location, call.reason}, began,
                                    std::max(began, end));
    }
}

}  // namespace rmasim::sim
