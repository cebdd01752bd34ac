#include "sim/check/elements.h"

#include <algorithm>

namespace rmasim::sim::check {

Elements::Elements(const Setting& setting, Findings& findings)
    : setting_(setting), findings_(findings),
      in_use_(static_cast<std::size_t>(setting.ranks) * (setting.windows.size() + 1) * 2) {}

std::int64_t& Elements::in_use(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    const std::size_t windows = setting_.windows.size();
    const std::size_t column = level == PoolLevel::local ? window : windows;
    return in_use_[(static_cast<std::size_t>(rank) * (windows + 1) + column) * 2 + static_cast<std::size_t>(kind)];
}

std::int64_t Elements::size(ElementKind kind, PoolLevel level) const {
    const PoolSize& pool = kind == ElementKind::operation ? setting_.protocol.op_pool : setting_.protocol.target_pool;
    return level == PoolLevel::local ? pool.local : pool.global;
}

std::string Elements::pool(WindowId window, ElementKind kind, PoolLevel level) const {
    if (level == PoolLevel::global) return fmt::format("{} elements of the global pool", name_of(kind));
    return fmt::format("{} elements of the local pool (window {})", name_of(kind), setting_.windows[window]);
}

void Elements::taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    const std::int64_t now = ++in_use(rank, window, kind, level);
    if (now <= size(kind, level)) return;
    findings_.add(Invariant::elements_conserved, "rank {} has {} {} in use, which has {}", rank, now,
                  pool(window, kind, level), size(kind, level));
}

void Elements::freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    if (--in_use(rank, window, kind, level) >= 0) return;
    findings_.add(Invariant::elements_conserved, "rank {} gives back more {} than it took", rank,
                  pool(window, kind, level));
}

void Elements::ended(const newrma::Engine& engine) {
    const Rank rank = engine.rank();
    for (WindowId id = 0; id < setting_.window_count(); ++id) {
        const newrma::Window& window = engine.window(id);
        require_full(rank, id, ElementKind::operation, PoolLevel::local, window.local_ops);
        require_full(rank, id, ElementKind::target, PoolLevel::local, window.local_targets);
    }
    require_full(rank, 0, ElementKind::operation, PoolLevel::global, engine.global_ops());
    require_full(rank, 0, ElementKind::target, PoolLevel::global, engine.global_targets());
}

void Elements::require_full(Rank rank, WindowId window, ElementKind kind, PoolLevel level,
                            const PoolLevelCounter& counter) {
    const std::int64_t missing = in_use(rank, window, kind, level);
    if (missing == 0 && counter.full()) return;
    findings_.add(Invariant::elements_conserved, "at the end rank {} has {} {} in use; its own count has {} of {} free",
                  rank, missing, pool(window, kind, level), counter.free(), counter.size());
}

void Elements::reset() { std::fill(in_use_.begin(), in_use_.end(), 0); }

}  // namespace rmasim::sim::check
