// How a run ended, and everything it counted.
#pragma once

#include "sim/check/findings.h"
#include "sim/diagnosis/wait_report.h"
#include "sim/memory/shared_memory.h"
#include "sim/ranks/wrong_values.h"
#include "sim/run/time_use.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

enum class Outcome : std::uint8_t { finished, deadlock, erroneous, violation, lost_rank };
std::string_view name_of(Outcome outcome);

struct PoolUse {
    std::uint32_t size = 0;             // at the beginning
    std::uint32_t high_water = 0;       // the most elements in use at once, of any rank
    std::uint64_t times_exhausted = 0;  // a call found this level empty; all ranks together
    std::int64_t time_waited_ns = 0;    // calls waited for an element (both levels empty); all ranks together
};

struct MemoryUse {  // bytes of protocol state of the rank that has most
    std::size_t engine = 0;
    std::size_t tables = 0;
    std::size_t pools = 0;        // elements made so far
    std::size_t pools_bound = 0;  // what the elements can grow to
    std::size_t total = 0;        // engine + tables + pools
    std::size_t total_least = 0;  // of the rank that has least
};

// What a protocol does to mutexes and, where they are not coherent, to caches; all ranks together.
struct MutexCounts {
    std::uint64_t taken = 0;
    std::uint64_t contended = 0;  // of those: another rank had it
};
struct CacheCounts {
    std::uint64_t flushes = 0;  // of a window, or of what an accumulate touches
    std::uint64_t lines_written_back = 0;
    std::uint64_t invalidations = 0;  // likewise
    std::uint64_t lines_invalidated = 0;
};

// Of windows that the ranks of a node share; all ranks together.
struct SharedMemoryUse {
    bool any_window = false;  // is shared
    std::uint64_t direct_operations = 0;
    std::array<std::uint64_t, mem_sync_count> mem_syncs{};  // by MemSync
    MemoryCounts machine;
};

struct RunResult {
    std::string scenario;
    std::uint64_t seed = 0;
    Rank ranks = 0;
    Outcome outcome = Outcome::finished;
    Time time = 0;
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::map<std::string, std::uint64_t> by_kind;
    std::map<std::string, std::uint64_t> between_nodes;  // by kind; empty when every rank has a node of its own
    std::map<std::string, std::map<std::string, std::uint64_t>> by_pair;  // filled when the expectations name pairs
    std::map<std::string, PoolUse> elements;  // "op.local.w", "op.global", "target.local.w", "target.global"
    MemoryUse memory;
    std::optional<MutexCounts> mutexes;  // of a protocol that uses some
    std::optional<CacheCounts> caches;   // likewise, where they are not coherent
    SharedMemoryUse shared_memory;
    std::vector<WrongValue> wrong_values;  // the first of them
    std::uint64_t wrong_value_count = 0;
    std::vector<std::string> stale_reads;  // of which a MEM_SYNC that is left out is the cause; the first, in words
    std::uint64_t stale_read_count = 0;
    std::vector<std::pair<std::string, std::int64_t>> time_spent_ns;  // by cause, all ranks together
    std::vector<StuckCall> stuck;
    std::string cause;         // of a run that cannot finish, as `diagnose` has it
    std::vector<Rank> cycle;   // likewise
    bool with_faults = false;  // the scenario has some
    LostThings lost;           // what they took away
    std::uint64_t packets_to_the_dead = 0;
    std::optional<check::Violation> violation;  // of an invariant: a bug of the core's
    std::string digest;
};

}  // namespace rmasim::sim
