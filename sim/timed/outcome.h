// The outcome of a run, and everything that the run counted.
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
    deadlock,     // calls are blocked, and no event is left
    erroneous,    // the program broke a rule of MPI
    violation,    // of an invariant, in a run without losses
    lost_rank,    // a rank died, and its program or another one did not finish
    lost_packet,  // all programs finished, but a packet was lost (decision 0033)
    // The next two occur in families that record a real implementation (ImplementationFailed).
    assertion,  // one of the implementation's assertions fails
    crash,      // the implementation crashes
};
std::string_view name_of(Outcome outcome);

struct PoolUse {
    std::uint32_t size = 0;             // at the beginning
    std::uint32_t high_water = 0;       // maximum number of elements in use at once at any rank
    std::uint64_t times_exhausted = 0;  // number of calls that found this level empty, at all ranks
    std::int64_t time_waited_ns = 0;    // time that calls waited for an element, both levels being empty, at all ranks
};

// The tables of target elements of a window, at all ranks.
struct TableUse {
    std::string window;
    std::uint32_t slots = 0;
    std::uint32_t max_list_length = 0;  // maximum number of target elements that one slot of any rank has headed
    std::uint64_t searches = 0;      // for the element of a target
    std::uint64_t elements_compared = 0;
    std::uint64_t slots_walked = 0;                  // by walks over the table
    std::uint64_t targets_restored = 0;              // elements freed because another target needed one
    std::uint64_t targets_made_again = 0;            // of targets locked before, whose element was freed
    std::uint64_t unlocks_without_lock = 0;          // received by targets: NOCHECK was lost with the element
    std::uint64_t fall_backs = 0;                    // number of LOCK_ALLs that changed to locking every process
    std::int64_t fall_backs_ns = 0;                  // total duration of those that ended
    std::map<std::string, std::uint64_t> needed_by;  // fall-backs by the window that needed an element
};
struct FallBack {
    Rank rank = no_rank;
    std::string window;
    std::string call;       // the call that found no target element
    std::string needed_by;  // the window of that call
    std::int64_t at_ns = 0;
    std::optional<std::int64_t> took_ns;  // none: the fall-back did not end
};

struct MemoryUse {  // bytes of protocol state of the rank with the maximum
    std::size_t engine = 0;
    std::size_t tables = 0;
    std::size_t pools = 0;        // elements allocated so far: the maximum in use at once
    std::size_t pools_bound = 0;  // all elements that the pools may have; 0 in families without pools
    std::size_t total = 0;        // engine + tables + pools
    std::size_t min_total = 0;  // of the rank with the minimum
};

// Operations on mutexes, at all ranks.
struct MutexCounts {
    std::uint64_t taken = 0;
    std::uint64_t contended = 0;  // acquisitions that waited for another rank
};
struct CacheCounts {
    std::uint64_t flushes = 0;  // of a window, or of the elements of an accumulate
    std::uint64_t lines_written_back = 0;
    std::uint64_t invalidations = 0;  // of a window, or of the elements of an accumulate
    std::uint64_t lines_invalidated = 0;
};

// Accesses to windows in shared memory, at all ranks.
struct SharedMemoryUse {
    bool any_window = false;  // some window is shared
    std::uint64_t direct_operations = 0;
    std::array<std::uint64_t, mem_sync_count> mem_syncs{};  // by MemSync
    MemoryCounts machine;
};

// The queues of requests at their targets.
struct QueueResult {
    std::uint64_t max_requests = 0;  // maximum over all ranks, like the next one
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // this and the next ones: sums over all ranks
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

// Synchronisation counters of a window, at all ranks.
struct CounterResult : CounterCounts {
    std::string window;
};

// Waiting times of lock requests, from their arrival in the queue to their grant, at all ranks.
struct LockWaits {
    std::uint64_t count = 0;
    std::int64_t longest_ns = 0;
    std::int64_t total_ns = 0;
};

// Packets that one rank sent, and packets addressed to it, including lost ones. Bytes are those on the wire.
struct Traffic {
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_for_it = 0;
    std::uint64_t bytes_for_it = 0;
};

// Figures of a run by rank: all vectors are indexed by rank.
struct RankFigures {
    std::vector<Traffic> traffic;
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> time_spent_ns;  // by use; only uses that occur
};

// Numbers of packets by the name of the kind or of the flag, and by clause of the family's SPEC.md. The clause is
// "program" for packets that the program itself sends. Contains only what occurred.
struct PacketsByReason {
    using Part = std::map<std::string, std::map<std::string, std::uint64_t>>;
    Part kinds;
    Part flags;
};

// Numbers of ranks that died, packets that were lost, and pools that shrank.
struct LostCounts {
    std::uint64_t ranks = 0;
    std::uint64_t packets = 0;
    std::uint64_t pools = 0;
};

// Outcomes of the groups of a scenario with several independent groups of ranks (sim/frontend/groups).
struct GroupOutcomes {
    std::int64_t count = 0;                           // number of groups
    std::map<std::string, std::uint64_t> by_outcome;  // number of groups by outcome
    // The group whose waiting calls, cause, losses and other reports the result has: the first group that did not
    // finish; otherwise the first one in which something was lost or stale. None if there is nothing to report.
    std::optional<std::int64_t> reported;
};

// The result of a run, of one group of ranks or of all. With several groups, numbers are sums or maxima over all
// groups, times begin at one common start, and lists by rank contain one group after the other.
struct RunResult {
    std::string scenario;
    std::uint64_t seed = 0;
    Rank ranks = 0;
    Outcome outcome = Outcome::finished;
    Time time = 0;
    std::string computation;  // of a program whose computations take time: "counted", "measured"
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::map<std::string, std::uint64_t> by_kind;
    PacketsByReason by_reason;
    std::map<std::string, std::uint64_t> between_nodes;  // by kind; empty if every rank has its own node
    // By pair, then kind; and the bytes on the wire by pair. Filled only on request, or if expectations name pairs.
    std::map<std::string, std::map<std::string, std::uint64_t>> by_pair;
    std::map<std::string, std::uint64_t> bytes_by_pair;
    std::optional<RankFigures> by_rank;       // only on request
    std::map<std::string, PoolUse> elements;  // keys: "op.local.w", "op.global", "target.local.w", "target.global"
    std::vector<TableUse> tables;             // by window; empty for families without tables
    std::vector<FallBack> fall_backs;         // the first ones
    MemoryUse memory;
    std::optional<MutexCounts> mutexes;  // only for protocols that use mutexes
    std::optional<CacheCounts> caches;   // also only if caches are not coherent
    std::optional<QueueResult> queue;    // only for protocols with a queue of requests, like the next one
    LockWaits lock_waits;
    std::vector<CounterResult> counters;       // by window; empty for families without counters
    std::optional<std::uint64_t> agent_looks;  // only with an agent
    SharedMemoryUse shared_memory;
    std::vector<WrongValue> wrong_values;  // the first wrong loads
    std::uint64_t wrong_value_count = 0;
    std::vector<std::string> stale_reads;  // texts of the first stale reads caused by an omitted MEM_SYNC
    std::uint64_t stale_read_count = 0;
    std::vector<std::pair<std::string, std::int64_t>> time_spent_ns;  // by use, sum over all ranks
    std::vector<StuckCall> stuck;
    std::optional<semantics::Report> semantics;  // only if the scenario has a memory model
    std::string cause;                           // the reason why the run cannot finish, from `diagnose`
    std::vector<Rank> cycle;                     // ranks that wait for each other, from `diagnose`
    bool with_faults = false;                    // the scenario has faults
    LostThings lost;                             // removed by the faults
    LostCounts lost_counts;
    std::uint64_t packets_to_the_dead = 0;
    std::optional<GroupOutcomes> groups;        // only with several groups
    std::optional<check::Checked> checked;      // only with a checker
    std::optional<check::Violation> violation;  // of an invariant: a bug in the core, if nothing was lost before
    std::string digest;
};

}  // namespace rmasim::sim
