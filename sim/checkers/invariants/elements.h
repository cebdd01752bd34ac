// Elements are conserved: no pool level has more in use than its size, none is given back without having been taken,
// and at the end all have been given back.
#pragma once

#include "sim/checkers/invariants/checker_context.h"
#include "sim/checkers/invariants/findings.h"

namespace rmasim::sim::check {

class Elements {
public:
    Elements(const CheckerContext& context, Findings& findings);

    void taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    void freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    // The process's own counters must also say that all elements are free.
    void ended(const Process& process);
    void reset();

private:
    std::int64_t& in_use(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    std::size_t column(WindowId window, ElementKind kind, PoolLevel level) const;
    std::string name(WindowId window, ElementKind kind, PoolLevel level) const;
    void not_full(Rank rank, const Pool& pool, std::int64_t missing, const PoolLevelCounter& counter);

    const CheckerContext& context_;
    Findings& findings_;
    std::vector<Pool> pools_;           // the same for each rank
    std::vector<std::int64_t> sizes_;   // by column: by window, the shared level last; then by kind
    std::vector<std::int64_t> in_use_;  // by rank, then by column
    std::vector<PoolLevelCounter> counters_;
};

}  // namespace rmasim::sim::check
