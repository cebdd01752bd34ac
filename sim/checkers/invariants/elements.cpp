#include "sim/checkers/invariants/elements.h"

#include <algorithm>

namespace rmasim::sim::check {

Elements::Elements(const CheckerContext& context, Findings& findings)
    : context_(context), findings_(findings), in_use_(context.ranks, context.windows.size() + 1) {
    read_sizes();
    counters_.reserve(pools_.size());  // avoids an allocation in each execution of an exploration
}

void Elements::read_sizes() {
    pools_ = context_.family->counters.pools(*context_.protocol, context_.windows);
    sizes_.resize(context_.windows.size() + 1);
    for (const Pool& pool : pools_) sizes_[column(pool.window, pool.level)][pool.kind] = pool.size;
}

void Elements::window_created(WindowId window) {
    has_created_windows_ = true;
    if (sizes_.size() > window + std::size_t{1}) return;
    in_use_.make_room(window + std::size_t{2});
    read_sizes();
}

std::string Elements::name(WindowId window, ElementKind kind, PoolLevel level) const {
    if (level == PoolLevel::global) return fmt::format("{} elements of the global pool", name_of(kind));
    return fmt::format("{} elements of the local pool (window {})", name_of(kind), context_.windows[window]);
}

void Elements::taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    const std::int64_t now = ++in_use(rank, window, kind, level);
    const std::int64_t size = sizes_[column(window, level)][kind];
    if (now <= size) return;
    findings_.add(Invariant::elements_conserved, "rank {} has {} {} in use, but the pool has only {}", rank, now,
                  name(window, kind, level), size);
}

void Elements::freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    if (--in_use(rank, window, kind, level) >= 0) return;
    findings_.add(Invariant::elements_conserved, "rank {} returns more {} than it has taken", rank,
                  name(window, kind, level));
}

void Elements::ended(const Process& process) {
    context_.family->counters.read_pools(process, counters_);
    if (has_created_windows_) return check_shared_levels(process);
    const Rank rank = process.rank();
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        const Pool& pool = pools_[i];
        const std::int64_t missing = in_use(rank, pool.window, pool.kind, pool.level);
        if (missing != 0 || !counters_[i].full()) not_full(rank, pool, missing, counters_[i]);
    }
}

// Checks the pools of a process whose windows were created during the run. At the end, the windows are freed, so only
// the global level has a counter, one for each kind of element. The local levels do not exist.
void Elements::check_shared_levels(const Process& process) {
    const Rank rank = process.rank();
    for (const Pool& pool : pools_) {
        const std::int64_t missing = in_use(rank, pool.window, pool.kind, pool.level);
        const bool of_first_kind = pool.kind == pools_.front().kind;
        const PoolLevelCounter& shared = counters_[of_first_kind ? 0 : counters_.size() / 2];
        if (missing != 0 || (pool.level == PoolLevel::global && !shared.full())) {
            not_full(rank, pool, missing, shared);
        }
    }
}

void Elements::not_full(Rank rank, const Pool& pool, std::int64_t missing, const PoolLevelCounter& counter) {
    findings_.add(Invariant::elements_conserved,
                  "at the end rank {} has {} {} in use; in the rank's own count {} of {} are free", rank, missing,
                  name(pool.window, pool.kind, pool.level), counter.free(), counter.size());
}

void Elements::reset() { std::fill(in_use_.begin(), in_use_.end(), OfKinds{}); }

}  // namespace rmasim::sim::check
