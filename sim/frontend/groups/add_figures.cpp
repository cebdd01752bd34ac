#include "sim/frontend/groups/add_figures.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

using NamedCounts = std::map<std::string, std::uint64_t>;

void raise(auto& max, const auto& other) { max = std::max(max, other); }

void add(NamedCounts& sum, const NamedCounts& next) {
    for (const auto& [name, count] : next) sum[name] += count;
}

void add(PacketsByReason::Part& sum, const PacketsByReason::Part& next) {
    for (const auto& [part, counts] : next) add(sum[part], counts);
}

void add(std::uint64_t& sum, std::uint64_t next) { sum += next; }

void add(std::map<std::string, PoolUse>& sum, const std::map<std::string, PoolUse>& next) {
    for (const auto& [pool, use] : next) {
        PoolUse& of = sum[pool];
        raise(of.size, use.size);
        raise(of.high_water, use.high_water);
        of.times_exhausted += use.times_exhausted;
        of.time_waited_ns += use.time_waited_ns;
    }
}

void add(std::vector<TableUse>& sum, const std::vector<TableUse>& next) {
    if (sum.empty()) sum = next;
    else
        for (std::size_t window = 0; window < next.size(); ++window) {
            TableUse& of = sum[window];
            const TableUse& use = next[window];
            raise(of.slots, use.slots);
            raise(of.max_list_length, use.max_list_length);
            of.searches += use.searches;
            of.elements_compared += use.elements_compared;
            of.slots_walked += use.slots_walked;
            of.targets_restored += use.targets_restored;
            of.targets_made_again += use.targets_made_again;
            of.unlocks_without_lock += use.unlocks_without_lock;
            of.fall_backs += use.fall_backs;
            of.fall_backs_ns += use.fall_backs_ns;
            add(of.needed_by, use.needed_by);
        }
}

// Keeps the memory figures of the rank that uses most memory. If there are several such ranks, keeps those of the first
// one.
void add(MemoryUse& max, const MemoryUse& next) {
    const std::size_t bound = std::max(max.pools_bound, next.pools_bound);
    const std::size_t min = std::min(max.min_total, next.min_total);
    if (next.total > max.total) max = next;
    max.pools_bound = bound;
    max.min_total = min;
}

void add(MutexCounts& sum, const MutexCounts& next) {
    sum.taken += next.taken;
    sum.contended += next.contended;
}

void add(CacheCounts& sum, const CacheCounts& next) {
    sum.flushes += next.flushes;
    sum.lines_written_back += next.lines_written_back;
    sum.invalidations += next.invalidations;
    sum.lines_invalidated += next.lines_invalidated;
}

void add(QueueResult& sum, const QueueResult& next) {
    raise(sum.max_requests, next.max_requests);
    raise(sum.max_bytes, next.max_bytes);
    sum.looks += next.looks;
    sum.rounds += next.rounds;
    sum.requests_looked_at += next.requests_looked_at;
}

void add(LockWaits& sum, const LockWaits& next) {
    sum.count += next.count;
    raise(sum.longest_ns, next.longest_ns);
    sum.total_ns += next.total_ns;
}

void add(std::vector<CounterResult>& sum, const std::vector<CounterResult>& next) {
    if (sum.empty()) sum = next;
    else
        for (std::size_t window = 0; window < next.size(); ++window) sum[window] += next[window];
}

void add(SharedMemoryUse& sum, const SharedMemoryUse& next) {
    sum.any_window |= next.any_window;
    sum.direct_operations += next.direct_operations;
    for (std::size_t sync_point = 0; sync_point < mem_sync_count; ++sync_point)
        sum.mem_syncs[sync_point] += next.mem_syncs[sync_point];
    sum.machine.stores_drained += next.machine.stores_drained;
    sum.machine.loads_overtaken += next.machine.loads_overtaken;
    sum.machine.lines_written_back += next.machine.lines_written_back;
    sum.machine.lines_invalidated += next.machine.lines_invalidated;
}

void add(semantics::Report& sum, const semantics::Report& next) {
    sum.count += next.count;
    sum.accesses += next.accesses;
    sum.ordered += next.ordered;
}

void add(check::Checked& sum, const check::Checked& next) {
    sum.calls += next.calls;
    sum.operations += next.operations;
    sum.lock_grants += next.lock_grants;
}

void add(LostCounts& sum, const LostCounts& next) {
    sum.ranks += next.ranks;
    sum.packets += next.packets;
    sum.pools += next.pools;
}

// ---- Uses of time. They are listed by name, in the order of the causes. A use that does not occur may be missing in a
// list.

template <class Figures>
using ByUse = std::vector<std::pair<std::string, Figures>>;

template <class Figures>
Figures& of_use(ByUse<Figures>& by_use, const std::string& name, const Figures& otherwise) {
    const auto at = std::find_if(by_use.begin(), by_use.end(),
                                 [&](const auto& one) { return cause_named(one.first) >= cause_named(name); });
    if (at != by_use.end() && at->first == name) return at->second;
    return by_use.insert(at, {name, otherwise})->second;
}

void add(ByUse<std::int64_t>& sum, const ByUse<std::int64_t>& next) {
    for (const auto& [name, ns] : next) of_use(sum, name, std::int64_t{0}) += ns;
}

// Adds figures that exist only for some protocols or options. Either all results have the figures, or no result has
// them.
template <class Figures>
void add(std::optional<Figures>& sum, const std::optional<Figures>& next) {
    if (!next) return;
    if (sum) add(*sum, *next);
    else sum = next;
}

}  // namespace

void add_figures(RunResult& sum, RunResult&& next) {
    raise(sum.time, next.time);
    sum.messages += next.messages;
    sum.message_bytes += next.message_bytes;
    add(sum.by_kind, next.by_kind);
    add(sum.by_reason.kinds, next.by_reason.kinds);
    add(sum.by_reason.flags, next.by_reason.flags);
    add(sum.between_nodes, next.between_nodes);
    sum.by_pair.merge(next.by_pair);
    sum.bytes_by_pair.merge(next.bytes_by_pair);
    add(sum.elements, next.elements);
    add(sum.tables, next.tables);
    add(sum.memory, next.memory);
    add(sum.mutexes, next.mutexes);
    add(sum.caches, next.caches);
    add(sum.queue, next.queue);
    add(sum.lock_waits, next.lock_waits);
    add(sum.counters, next.counters);
    add(sum.agent_looks, next.agent_looks);
    add(sum.shared_memory, next.shared_memory);
    sum.wrong_value_count += next.wrong_value_count;
    sum.stale_read_count += next.stale_read_count;
    add(sum.time_spent_ns, next.time_spent_ns);
    add(sum.semantics, next.semantics);
    add(sum.checked, next.checked);
    sum.with_faults |= next.with_faults;
    add(sum.lost_counts, next.lost_counts);
    sum.packets_to_the_dead += next.packets_to_the_dead;
}

void append_ranks(std::optional<RankFigures>& sum, const std::optional<RankFigures>& next) {
    if (!next) return;
    if (!sum) sum.emplace();
    const std::size_t before = sum->traffic.size(), after = before + next->traffic.size();
    sum->traffic.insert(sum->traffic.end(), next->traffic.begin(), next->traffic.end());
    for (const auto& [name, ns] : next->time_spent_ns) {
        std::vector<std::int64_t>& of = of_use(sum->time_spent_ns, name, std::vector<std::int64_t>(before));
        of.insert(of.end(), ns.begin(), ns.end());
    }
    for (auto& [name, ns] : sum->time_spent_ns) ns.resize(after);
}

}  // namespace rmasim::sim
