// How a run ended, and everything it counted.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/checkers/findings/report.h"
#include "sim/checkers/findings/violation.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/programs/wrong_values.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/time_use.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

enum class Outcome : std::uint8_t {
    finished,
    deadlock,     // calls wait, and nothing will happen any more
    erroneous,    // the program broke a rule of MPI
    violation,    // of an invariant, in a run that had lost nothing
    lost_rank,    // a rank died, and its program or that of another did not end
    lost_packet,  // all programs ended, but a packet was lost (decision 0033)
    // Of families that record a real implementation (ImplementationFailed):
    assertion,  // one of its assertions fails
    crash,      // it crashes
};
std::string_view name_of(Outcome outcome);

struct PoolUse {
    std::uint32_t size = 0;             // at the beginning
    std::uint32_t high_water = 0;       // the most elements in use at once at any rank
    std::uint64_t times_exhausted = 0;  // how often a call found this level empty; sum over all ranks
    std::int64_t time_waited_ns = 0;    // time that calls waited for an element, both levels being empty; sum
};

// The table of target elements of a window; sums over all ranks, but for the first two.
struct TableUse {
    std::string window;
    std::uint32_t slots = 0;
    std::uint32_t max_list_length = 0;  // the most target elements that one slot of any rank has headed
    std::uint64_t searches = 0;      // for the element of a target ...
    std::uint64_t elements_compared = 0;
    std::uint64_t slots_walked = 0;                  // by walks over the table
    std::uint64_t targets_restored = 0;              // elements freed because another target needed one
    std::uint64_t targets_made_again = 0;            // of targets locked before, whose element was freed
    std::uint64_t unlocks_without_lock = 0;          // that came to targets: NOCHECK was forgotten with the element
    std::uint64_t fall_backs = 0;                    // of LOCK_ALL: it went over to locking every process ...
    std::int64_t fall_backs_ns = 0;                  // ... which took so long; those that came to an end
    std::map<std::string, std::uint64_t> needed_by;  // fall-backs by the window that needed an element
};
struct FallBack {
    Rank rank = no_rank;
    std::string window;
    std::string call;       // that found no target element, ...
    std::string needed_by;  // ... on this window
    std::int64_t at_ns = 0;
    std::optional<std::int64_t> took_ns;  // none: it did not end
};

struct MemoryUse {  // bytes of protocol state of the rank with the most
    std::size_t engine = 0;
    std::size_t tables = 0;
    std::size_t pools = 0;        // elements made so far: the most in use at once
    std::size_t pools_bound = 0;  // all elements that the pools may have; 0 in families without pools
    std::size_t total = 0;        // engine + tables + pools
    std::size_t min_total = 0;  // of the rank with the least
};

// Operations on mutexes and, on machines that are not cache-coherent, on caches; sums over all ranks.
struct MutexCounts {
    std::uint64_t taken = 0;
    std::uint64_t contended = 0;  // those of them that had to wait for another rank
};
struct CacheCounts {
    std::uint64_t flushes = 0;  // of a window, or of the elements of an accumulate
    std::uint64_t lines_written_back = 0;
    std::uint64_t invalidations = 0;  // likewise
    std::uint64_t lines_invalidated = 0;
};

// Windows in shared memory; sums over all ranks.
struct SharedMemoryUse {
    bool any_window = false;  // some window is shared
    std::uint64_t direct_operations = 0;
    std::array<std::uint64_t, mem_sync_count> mem_syncs{};  // by MemSync
    MemoryCounts machine;
};

// The queues of requests at their targets.
struct QueueResult {
    std::uint64_t max_requests = 0;  // at the rank with the most, as the next one
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // sums over all ranks
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

// Synchronisation counters of a window, at all ranks.
struct CounterResult : CounterCounts {
    std::string window;
};

// Lock requests, from their arrival in the queue to their grant; sums over all ranks.
struct LockWaits {
    std::uint64_t count = 0;
    std::int64_t longest_ns = 0;
    std::int64_t total_ns = 0;
};

// Packets of one rank, as it sent them and as they were addressed to it, lost ones included. Bytes on the wire.
struct Traffic {
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_for_it = 0;
    std::uint64_t bytes_for_it = 0;
};

// All vectors are by rank.
struct RankFigures {
    std::vector<Traffic> traffic;
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> time_spent_ns;  // by use; only uses that occur
};

// By the name of the kind or of the flag, and the clause of the family's SPEC.md ("program": no clause, the program
// itself sends it). Only what occurred.
struct PacketsByReason {
    using Part = std::map<std::string, std::map<std::string, std::uint64_t>>;
    Part kinds;
    Part flags;
};

// How many ranks died, packets were lost, pools shrank.
struct LostCounts {
    std::uint64_t ranks = 0;
    std::uint64_t packets = 0;
    std::uint64_t pools = 0;
};

// Of a scenario with several groups of ranks that never meet (sim/frontend/groups).
struct GroupOutcomes {
    std::int64_t count = 0;                           // of groups
    std::map<std::string, std::uint64_t> by_outcome;  // groups by how they ended
    // The group whose waiting calls, cause, losses and other reports the result has: the first one that did not
    // finish; otherwise the first in which something was lost or stale. None if there is nothing to report.
    std::optional<std::int64_t> reported;
};

// Of one group's ranks or of all: with groups, numbers are sums or maxima over them all, times count from one common
// beginning, and lists by rank are one group's after the other.
struct RunResult {
    std::string scenario;
    std::uint64_t seed = 0;
    Rank ranks = 0;
    Outcome outcome = Outcome::finished;
    Time time = 0;
    std::string computation;  // of a program, if that takes time: "counted", "measured"
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::map<std::string, std::uint64_t> by_kind;
    PacketsByReason by_reason;
    std::map<std::string, std::uint64_t> between_nodes;  // by kind; empty if every rank has its own node
    // By pair, then kind: filled only if asked for, or if expectations name pairs; likewise the bytes on the wire.
    std::map<std::string, std::map<std::string, std::uint64_t>> by_pair;
    std::map<std::string, std::uint64_t> bytes_by_pair;
    std::optional<RankFigures> by_rank;       // only if asked for
    std::map<std::string, PoolUse> elements;  // "op.local.w", "op.global", "target.local.w", "target.global"
    std::vector<TableUse> tables;             // by window; empty for families without them
    std::vector<FallBack> fall_backs;         // the first
    MemoryUse memory;
    std::optional<MutexCounts> mutexes;  // only for protocols that use mutexes
    std::optional<CacheCounts> caches;   // also only if caches are not coherent
    std::optional<QueueResult> queue;    // only for protocols that have one, as the next one
    LockWaits lock_waits;
    std::vector<CounterResult> counters;       // by window; empty for families without them
    std::optional<std::uint64_t> agent_looks;  // only with an agent
    SharedMemoryUse shared_memory;
    std::vector<WrongValue> wrong_values;  // the first wrong loads
    std::uint64_t wrong_value_count = 0;
    std::vector<std::string> stale_reads;  // texts of the first stale reads caused by an omitted MEM_SYNC
    std::uint64_t stale_read_count = 0;
    std::vector<std::pair<std::string, std::int64_t>> time_spent_ns;  // by use, sum over all ranks
    std::vector<StuckCall> stuck;
    std::optional<semantics::Report> semantics;  // only if the scenario asks for a memory model
    std::string cause;                           // why the run cannot finish, from `diagnose`
    std::vector<Rank> cycle;                     // ranks that wait for each other, from `diagnose`
    bool with_faults = false;                    // the scenario has faults
    LostThings lost;                             // what the faults destroyed
    LostCounts lost_counts;
    std::uint64_t packets_to_the_dead = 0;
    std::optional<GroupOutcomes> groups;        // only of several
    std::optional<check::Checked> checked;      // only with a checker
    std::optional<check::Violation> violation;  // of an invariant: a bug in the core, if nothing was lost before
    std::string digest;
};

}  // namespace rmasim::sim
