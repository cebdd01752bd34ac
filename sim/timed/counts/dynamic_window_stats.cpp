#include "sim/timed/counts/dynamic_window_stats.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

std::size_t total(const ProcessMemory& memory) { return memory.engine_bytes + memory.table_bytes + memory.pool_bytes; }

}  // namespace

void DynamicWindowStats::Use::add(const PoolLevelCounter& counter) {
    high_water = std::max(high_water, counter.high_water());
    times_exhausted += counter.times_exhausted();
}

void DynamicWindowStats::window_created(WindowId number, const std::vector<Rank>& members) {
    for (const Rank rank : members) {
        AtRank& at = at_[static_cast<std::size_t>(rank)];
        at.has.insert(std::lower_bound(at.has.begin(), at.has.end(), number), number);
        at.max_windows = std::max(at.max_windows, at.has.size());
    }
    if (local_.size() <= number) local_.resize(number + std::size_t{1});
}

// Records the memory of a process if the process has its maximum number of windows so far. A process then uses the
// most memory, since pools never free elements.
void DynamicWindowStats::note_memory(const Process& process, AtRank& at) {
    if (at.has.size() < at.max_windows) return;
    const ProcessMemory now = process.memory_use();
    if (total(now) > total(at.memory)) at.memory = now;
}

// The counters of a family are ordered by kind of element. For each kind, the global pool is first, and the local pools
// follow in the order of window numbers.
void DynamicWindowStats::window_freed(const Process& process, WindowId number) {
    AtRank& at = at_[static_cast<std::size_t>(process.rank())];
    note_memory(process, at);
    const auto found = std::lower_bound(at.has.begin(), at.has.end(), number);
    const auto index = static_cast<std::size_t>(found - at.has.begin());
    scenario_.family->counters.read_pools(process, counters_);
    const std::size_t of_kind = at.has.size() + 1;
    for (std::size_t kind = 0; (kind + 1) * of_kind <= counters_.size(); ++kind) {
        local_[number][kind].add(counters_[kind * of_kind + 1 + index]);
    }
    scenario_.family->counters.read_tables(process, read_);
    if (!read_.empty()) {
        if (tables_.size() <= number) tables_.resize(number + std::size_t{1});
        tables_[number].slots = read_[index].slots;
        tables_[number].max_list_length = std::max(tables_[number].max_list_length, read_[index].max_list_length);
    }
    at.has.erase(found);
}

void DynamicWindowStats::ends(const Process& process) {
    AtRank& at = at_[static_cast<std::size_t>(process.rank())];
    note_memory(process, at);
    scenario_.family->counters.read_pools(process, counters_);
    const std::size_t of_kind = at.has.size() + 1;
    for (std::size_t kind = 0; (kind + 1) * of_kind <= counters_.size(); ++kind) {
        global_[kind].add(counters_[kind * of_kind]);
        for (std::size_t i = 0; i < at.has.size(); ++i) {
            local_[at.has[i]][kind].add(counters_[kind * of_kind + 1 + i]);
        }
    }
    scenario_.family->counters.read_tables(process, read_);
    for (std::size_t i = 0; i < read_.size(); ++i) {
        if (tables_.size() <= at.has[i]) tables_.resize(at.has[i] + std::size_t{1});
        TargetTable& table = tables_[at.has[i]];
        table.slots = read_[i].slots;
        table.max_list_length = std::max(table.max_list_length, read_[i].max_list_length);
    }
}

void DynamicWindowStats::collect(RunResult& result) const {
    const std::vector<Pool> pools = pools_of(scenario_);
    const std::size_t of_kind = scenario_.windows.size() + 1;
    for (std::size_t i = 0; i < pools.size(); ++i) {
        const std::size_t kind = i / of_kind;
        const bool shared = pools[i].level == PoolLevel::global;
        const Use& found = shared ? global_[kind] : local_[pools[i].window][kind];
        PoolUse& use = result.elements[pools[i].name];
        use.size = pools[i].size;
        use.high_water = found.high_water;
        use.times_exhausted = found.times_exhausted;
    }
    if (!tables_.empty()) result.tables.resize(scenario_.windows.size());
    for (std::size_t number = 0; number < tables_.size(); ++number) {
        result.tables[number].slots = tables_[number].slots;
        result.tables[number].max_list_length = tables_[number].max_list_length;
    }
    MemoryUse& max = result.memory;
    for (const AtRank& at : at_) {
        const std::size_t all = total(at.memory);
        max.min_total = max.total == 0 ? all : std::min(max.min_total, all);
        if (all <= max.total) continue;
        max.engine = at.memory.engine_bytes;
        max.tables = at.memory.table_bytes;
        max.pools = at.memory.pool_bytes;
        max.total = all;
    }
    for (const Pool& pool : pools) max.pools_bound += pool.size * pool.element_bytes;
}

}  // namespace rmasim::sim
