// Statistics of the windows that a running program creates: their tables, their local pools and their memory. The
// statistics of a window are recorded when the window is freed. Windows with the same number, which exist one after
// another, have common statistics.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/timed/outcome.h"

#include <array>
#include <vector>

namespace rmasim::sim {

class DynamicWindowStats {
public:
    // `scenario` must outlive this object.
    explicit DynamicWindowStats(const Scenario& scenario)
        : scenario_(scenario), at_(static_cast<std::size_t>(scenario.ranks)) {}

    void window_created(WindowId number, const std::vector<Rank>& members);
    // Records the statistics of a window that is about to be freed. Precondition: the process still has the window.
    void window_freed(const Process& process, WindowId number);
    // Records the statistics of the windows that the process still has at the end of the run, and of its global pools.
    // Must be called for each process after the run.
    void ends(const Process& process);

    // Sets the fields of the result for `elements` (except waiting times) and `memory`, and in `tables` the number of
    // slots and the maximum length of lists.
    void collect(RunResult& result) const;

private:
    struct AtRank {
        std::vector<WindowId> has{};  // the numbers of its windows, ascending
        std::size_t max_windows = 0;         // maximum number at the same time
        ProcessMemory memory{};       // when the number of windows was the maximum
    };
    struct Use {
        std::uint32_t high_water = 0;
        std::uint64_t times_exhausted = 0;
        void add(const PoolLevelCounter& counter);
    };
    using OfKinds = std::array<Use, 2>;
    void note_memory(const Process& process, AtRank& at);

    const Scenario& scenario_;
    std::vector<AtRank> at_;             // by rank
    OfKinds global_{};                   // by kind of element, in the family's order
    std::vector<OfKinds> local_{};       // by window number
    std::vector<TargetTable> tables_{};  // by window number
    std::vector<PoolLevelCounter> counters_{};
    std::vector<TargetTable> read_{};
};

}  // namespace rmasim::sim
