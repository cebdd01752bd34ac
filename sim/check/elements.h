// Elements are conserved: of a pool level no more are in use than it has, none is given back that was not taken, and at
// the end all are back.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/check/findings.h"
#include "sim/check/setting.h"

namespace rmasim::sim::check {

class Elements {
public:
    Elements(const Setting& setting, Findings& findings);

    void taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    void freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    // The engine's own counters agree that everything is back.
    void ended(const newrma::Engine& engine);
    void reset();

private:
    std::int64_t& in_use(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    std::int64_t size(ElementKind kind, PoolLevel level) const;
    std::string pool(WindowId window, ElementKind kind, PoolLevel level) const;
    void require_full(Rank rank, WindowId window, ElementKind kind, PoolLevel level, const PoolLevelCounter& counter);

    const Setting& setting_;
    Findings& findings_;
    std::vector<std::int64_t> in_use_;  // by rank; then by window, the shared level last; then by kind
};

}  // namespace rmasim::sim::check
