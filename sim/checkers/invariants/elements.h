// The invariant about pool elements: they are neither lost nor created. No level of a pool (local or global) has more
// elements in use than its size. An element is returned only after it was taken. At the end all elements have been
// returned.
#pragma once

#include "sim/checkers/invariants/checker_context.h"
#include "sim/checkers/findings/violation.h"
#include "sim/programs/by_window.h"

namespace rmasim::sim::check {

class Elements {
public:
    Elements(const CheckerContext& context, Findings& findings);

    // Allocates counts for a window that a program creates during the run.
    void window_created(WindowId window);
    void taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    void freed(Rank rank, WindowId window, ElementKind kind, PoolLevel level);
    // Checks at the end of a run that all elements of the process are free, according to the checker's counts and to
    // the process's own counters.
    void ended(const Process& process);
    void reset();

private:
    // The number of elements of each kind: operation elements and target elements.
    struct OfKinds {
        std::int64_t of[2]{};
        std::int64_t& operator[](ElementKind kind) { return of[static_cast<std::size_t>(kind)]; }
    };
    // Returns the column of a pool level in a table of counts. The global level has column 0, and the local level of
    // each window has one of the columns after it.
    static std::size_t column(WindowId window, PoolLevel level) {
        return level == PoolLevel::global ? 0 : window + std::size_t{1};
    }
    std::int64_t& in_use(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
        return in_use_.at(rank, column(window, level))[kind];
    }
    void read_sizes();
    void check_shared_levels(const Process& process);
    std::string name(WindowId window, ElementKind kind, PoolLevel level) const;
    void not_full(Rank rank, const Pool& pool, std::int64_t missing, const PoolLevelCounter& counter);

    const CheckerContext& context_;
    Findings& findings_;
    std::vector<Pool> pools_;       // the pools of a rank; all ranks have the same
    std::vector<OfKinds> sizes_{};  // by column
    ByWindow<OfKinds> in_use_;      // by rank and column
    bool has_created_windows_ = false;      // true if programs create and free windows during the run
    std::vector<PoolLevelCounter> counters_;
};

}  // namespace rmasim::sim::check
