// Counters in the processes of a family: pools, operation tables, request queues, synchronisation counters. Faults,
// expectations, statistics and checks use them.
#pragma once

#include "protocol/base/process.h"
#include "protocol/parts/element_pool.h"
#include "sim/scenario/families/protocol_settings.h"
#include "sim/scenario/model/scenario.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// One level of an element pool. All ranks have the same pools.
struct Pool {
    std::string name;  // "op.local.w", "target.global"
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;            // the window of a local level
    std::uint32_t size = 0;         // number of elements at the start of the run
    std::size_t element_bytes = 0;  // size of an element
};

// The operation table of a window at one process.
struct TargetTable {
    std::uint32_t slots = 0;
    std::uint32_t max_list_length = 0;  // high-water mark of the target elements in a slot's list
};

// The counters of a process's request queue.
struct QueueCounts {
    std::uint64_t max_requests = 0;        // high-water mark of the queue's length, in requests
    std::uint64_t max_bytes = 0;           // high-water mark of the bytes in the queue
    std::uint64_t looks = 0;               // number of polls that found requests
    std::uint64_t rounds = 0;              // number of scans over the queue
    std::uint64_t requests_looked_at = 0;  // number of requests that the scans have visited
};

// Statistics of the synchronisation counters of a window, for one process or as a sum over several processes.
struct CounterCounts {
    CounterCounts& operator+=(const CounterCounts& other) {
        allocated += other.allocated;
        sent += other.sent;
        applied += other.applied;
        resets += other.resets;
        lost += other.lost;
        vacuous += other.vacuous;
        negative += other.negative;
        lowest = std::min(lowest, other.lowest);
        return *this;
    }

    std::uint64_t allocated = 0;
    std::uint64_t sent = 0;  // signals
    std::uint64_t applied = 0;
    std::uint64_t resets = 0;
    std::uint64_t lost = 0;      // signals that a reset has discarded
    std::uint64_t vacuous = 0;   // signals without an operation
    std::uint64_t negative = 0;  // signals that made a counter negative
    std::int64_t lowest = 0;     // minimum of the counters' values
};
// The state of one synchronisation counter.
struct CounterValue {
    std::int64_t value = 0;
    std::uint64_t lost = 0;  // signals that a reset has discarded
};

// Reads and changes the counters of one family's processes. The defaults are for a family without pools, tables, queues
// and synchronisation counters. A process must be one of the family's.
class ProcessCounters {
public:
    virtual ~ProcessCounters() = default;
    virtual std::vector<Pool> pools(const ProtocolSettings&, std::span<const std::string> /*windows*/) const {
        return {};
    }
    // Reads the counters of a process's pools, in the order of `pools`.
    virtual void read_pools(const Process&, std::vector<PoolLevelCounter>& counters) const { counters.clear(); }
    // Reads a process's operation tables, by window. The result is empty for families without tables.
    virtual void read_tables(const Process&, std::vector<TargetTable>& tables) const { tables.clear(); }
    // Shrinks a pool of a process. Free elements are removed at once. The other elements are removed when they are
    // freed.
    virtual void shrink(Process&, const PoolShrink&) const {}
    // The counters of a process's request queue. nullopt for families without a queue.
    virtual std::optional<QueueCounts> queue(const Process&) const { return std::nullopt; }
    // Statistics of a process's synchronisation counters, by window. Empty for families without synchronisation
    // counters.
    virtual std::vector<CounterCounts> signals(const Process&) const { return {}; }
    // The state of the process's counter `number` of a window. nullopt if the process has no such counter.
    virtual std::optional<CounterValue> counter_value(const Process&, WindowId, std::uint32_t /*number*/) const {
        return std::nullopt;
    }
};
inline const ProcessCounters no_process_counters;

}  // namespace rmasim::sim
