#include "sim/checkers/invariants/elements.h"

#include <algorithm>

namespace rmasim::sim::check {

Elements::Elements(const CheckerContext& context, Findings& findings)
    : context_(context), findings_(findings), pools_(context.family->pools(*context.protocol, context.windows)),
      sizes_((context.windows.size() + 1) * 2), in_use_(static_cast<std::size_t>(context.ranks) * sizes_.size()) {
    counters_.reserve(pools_.size());  // otherwise each run of explore would allocate them anew
    for (const Pool& pool : pools_) sizes_[column(pool.window, pool.kind, pool.level)] = pool.size;
}

std::size_t Elements::column(WindowId window, ElementKind kind, PoolLevel level) const {
    const std::size_t of_level = level == PoolLevel::local ? window : context_.windows.size();
    return of_level * 2 + static_cast<std::size_t>(kind);
}

std::int64_t& Elements::in_use(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    return in_use_[static_cast<std::size_t>(rank) * sizes_.size() + column(window, kind, level)];
}

std::string Elements::name(WindowId window, ElementKind kind, PoolLevel level) const {
    if (level == PoolLevel::global) return fmt::format("{} elements of the global pool", name_of(kind));
    return fmt::format("{} elements of the local pool (window {})", name_of(kind), context_.windows[window]);
}

void Elements::taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    const std::int64_t now = ++in_use(rank, window, kind, level);
    const std::int64_t size = sizes_[column(window, kind, level)];
    if (now <= size) return;
    findings_.add(Invariant::elements_conserved, "rank {} has {} {} in use, which has {}", rank, now,
                  name(window, kind, level), size);
}

void Elements::freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    if (--in_use(rank, window, kind, level) >= 0) return;
    findings_.add(Invariant::elements_conserved, "rank {} gives back more {} than it took", rank,
                  name(window, kind, level));
}

void Elements::ended(const Process& process) {
    context_.family->read_counters(process, counters_);
    const Rank rank = process.rank();
    for (std::size_t i = 0; i < pools_.size(); ++i) {
        const Pool& pool = pools_[i];
        const std::int64_t missing = in_use(rank, pool.window, pool.kind, pool.level);
        if (missing != 0 || !counters_[i].full()) not_full(rank, pool, missing, counters_[i]);
    }
}

void Elements::not_full(Rank rank, const Pool& pool, std::int64_t missing, const PoolLevelCounter& counter) {
    findings_.add(Invariant::elements_conserved, "at the end rank {} has {} {} in use; its own count has {} of {} free",
                  rank, missing, name(pool.window, pool.kind, pool.level), counter.free(), counter.size());
}

void Elements::reset() { std::fill(in_use_.begin(), in_use_.end(), 0); }

}  // namespace rmasim::sim::check
