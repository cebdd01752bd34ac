// Statistics of the windows of a running program, recorded when windows are freed: their tables, their local pools and
// their memory. Statistics are by window number, which successive windows may reuse.
#pragma once

#include "sim/scenario/families/family.h"
#include "sim/timed/outcome.h"

#include <array>
#include <vector>

namespace rmasim::sim {

class DynamicWindowStats {
public:
    // `scenario` outlives this object.
    explicit DynamicWindowStats(const Scenario& scenario)
        : scenario_(scenario), at_(static_cast<std::size_t>(scenario.ranks)) {}

    void window_created(WindowId number, const std::vector<Rank>& members);
    // Records the statistics of a window that is about to be freed. The process still has the window.
    void window_freed(const Process& process, WindowId number);
    // After the run, records for each process the windows that it still has and its global pools.
    void ends(const Process& process);

    // Fills in `elements` (except for waiting times), the slots and lists of `tables`, and `memory`.
    void collect(RunResult& result) const;

private:
    struct AtRank {
        std::vector<WindowId> has{};  // ascending
        std::size_t max_windows = 0;         // maximum number at the same time
        ProcessMemory memory{};       // at that time
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
    std::vector<OfKinds> local_{};       // by number
    std::vector<TargetTable> tables_{};  // by number
    std::vector<PoolLevelCounter> counters_{};
    std::vector<TargetTable> read_{};
};

}  // namespace rmasim::sim
