// The outcome of a run, and everything that the run counted.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/checkers/findings/report.h"
#include "sim/checkers/findings/violation.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/programs/wrong_values.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/counts/time_use.h"

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
    violation,    // a run without losses violated an invariant: a bug of the simulator
    lost_rank,    // a rank died, and some program did not finish
    lost_packet,  // all programs finished, but a packet was lost (decision 0033)
    // The last two outcomes occur only in families that reproduce the defects of a real MPI library
    // (ImplementationFailed).
    assertion,    // an assertion of the MPI library fails
    crash,        // the MPI library crashes
    interrupted,  // a signal ended the run; the figures are those up to the signal
};
std::string_view name_of(Outcome outcome);

struct PoolUse {
    std::uint32_t size = 0;             // number of elements at the beginning
    std::uint32_t high_water = 0;       // maximum number of elements in use at once at any rank
    std::uint64_t times_exhausted = 0;  // number of calls of all ranks that found this level empty
    // Total time for which calls of all ranks waited for an element, because the local and the global level were empty.
    std::int64_t time_waited_ns = 0;
};

// Statistics of the tables of target elements of a window, over all ranks.
struct TableUse {
    std::string window;
    std::uint32_t slots = 0;
    std::uint32_t max_list_length = 0;  // maximum length of a slot's list of target elements, over all ranks
    std::uint64_t searches = 0;         // number of searches for the element of a target
    std::uint64_t elements_compared = 0;
    std::uint64_t slots_walked = 0;  // number of slots visited by loops over the whole table
    // Number of elements that were freed because another target needed an element.
    std::uint64_t targets_restored = 0;
    // Number of elements that were created again for a locked target, after the target's element had been freed.
    std::uint64_t targets_made_again = 0;
    // Number of UNLOCKs that targets received from origins without a lock. An origin sends such an UNLOCK if it does
    // not know that its lock had NOCHECK, because the element with this information was freed.
    std::uint64_t unlocks_without_lock = 0;
    std::uint64_t fall_backs = 0;                    // number of LOCK_ALLs that changed to locking every process
    std::int64_t fall_backs_ns = 0;                  // total duration of the fall-backs that ended
    std::map<std::string, std::uint64_t> needed_by;  // number of fall-backs, by the window that needed an element
};
struct FallBack {
    Rank rank = no_rank;
    std::string window;
    std::string call;       // the call that found no target element
    std::string needed_by;  // the window of that call
    std::int64_t at_ns = 0;
    std::optional<std::int64_t> took_ns;  // none if the fall-back did not end
};

struct MemoryUse {  // bytes of protocol state of the rank with the maximum
    std::size_t engine = 0;
    std::size_t tables = 0;
    std::size_t pools = 0;        // elements allocated so far: the maximum in use at once
    std::size_t pools_bound = 0;  // if the pools had all their elements; 0 in families without pools
    std::size_t total = 0;        // engine + tables + pools
    std::size_t min_total = 0;    // total of the rank with the minimum
};

// Operations on mutexes, at all ranks.
struct MutexCounts {
    std::uint64_t taken = 0;
    std::uint64_t contended = 0;  // acquisitions that waited for another rank
};
struct CacheCounts {
    std::uint64_t flushes = 0;  // of a whole window, or of the elements of an accumulate
    std::uint64_t lines_written_back = 0;
    std::uint64_t invalidations = 0;  // of a whole window, or of the elements of an accumulate
    std::uint64_t lines_invalidated = 0;
};

// Counts of accesses to windows in shared memory, as sums over all ranks.
struct SharedMemoryUse {
    bool any_window = false;  // true if some window is shared
    std::uint64_t direct_operations = 0;
    std::array<std::uint64_t, mem_sync_count> mem_syncs{};  // by MemSync
    MemoryCounts machine;
};

// Statistics of the queues of request packets at targets.
struct QueueResult {
    std::uint64_t max_requests = 0;  // max_requests and max_bytes are maxima over all ranks
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // looks, rounds and requests_looked_at are sums over all ranks
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

// The counts for the synchronisation counters of a window, as sums over all ranks.
struct CounterResult : CounterCounts {
    std::string window;
};

// The times for which lock requests waited, from their arrival in the target's queue to the grant. Requests of all
// ranks are included.
struct LockWaits {
    std::uint64_t count = 0;
    std::int64_t longest_ns = 0;
    std::int64_t total_ns = 0;
};

// Counts of the packets that one rank sent, and of the packets that were sent to this rank, including lost packets.
// Bytes include headers.
struct Traffic {
    std::uint64_t messages_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t messages_for_it = 0;
    std::uint64_t bytes_for_it = 0;
};

// The results of a run that are counted per rank. All vectors of numbers are indexed by rank.
struct RankFigures {
    std::vector<Traffic> traffic;
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> time_spent_ns;  // by use; only uses that occurred
};

// Numbers of packets by kind and by flag. For each name of a kind or a flag, the packets are counted by the clause of
// the family's SPEC.md because of which they were sent. For packets that the program itself sends, "program" replaces
// the clause. Contains only numbers above 0.
struct PacketsByReason {
    using Part = std::map<std::string, std::map<std::string, std::uint64_t>>;
    Part kinds;
    Part flags;
};

// The number of ranks that died, of packets that were lost, and of pools that shrank.
struct LostCounts {
    std::uint64_t ranks = 0;
    std::uint64_t packets = 0;
    std::uint64_t pools = 0;
};

// The outcomes of the groups of ranks, if the scenario has several independent groups (sim/frontend/groups).
struct GroupOutcomes {
    std::int64_t count = 0;                           // number of groups
    std::map<std::string, std::uint64_t> by_outcome;  // number of groups by outcome
    // The group from which the result takes its waiting calls, cause, losses and other reports. This is the first group
    // that did not finish. If all groups finished, it is the first group with a loss or a stale read. Nullopt if no
    // group has anything to report.
    std::optional<std::int64_t> reported;
};

// The result of a run. With several groups of ranks, numbers are sums or maxima over all groups. All groups begin at
// time 0. Lists that are indexed by rank contain the ranks of one group after those of the previous group.
struct RunResult {
    std::string scenario;
    std::uint64_t seed = 0;
    Rank ranks = 0;
    Outcome outcome = Outcome::finished;
    Time time = 0;
    std::string computation;  // "counted" or "measured", if computations of an MPI program take time; otherwise empty
    bool is_of_program = false;  // true if MPI programs were run
    bool is_cut_short = false;   // erroneous: an error has ended the run before all programs had reached their ends
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::map<std::string, std::uint64_t> by_kind;
    PacketsByReason by_reason;
    std::map<std::string, std::uint64_t> between_nodes;  // by kind; empty if every rank has its own node
    // Numbers of packets by pair and kind, and bytes on the wire by pair. Both are empty unless the user requested them
    // or the scenario's expectations name pairs.
    std::map<std::string, std::map<std::string, std::uint64_t>> by_pair;
    std::map<std::string, std::uint64_t> bytes_by_pair;
    std::optional<RankFigures> by_rank;       // only if the user requested them
    std::map<std::string, PoolUse> elements;  // keys: "op.local.w", "op.global", "target.local.w", "target.global"
    std::vector<TableUse> tables;             // by window; empty for families without tables
    std::vector<FallBack> fall_backs;         // the first fall-backs
    MemoryUse memory;
    std::optional<MutexCounts> mutexes;  // only for protocols that use mutexes
    std::optional<CacheCounts> caches;   // only for protocols that use mutexes, if caches are not coherent
    std::optional<QueueResult> queue;    // queue and lock_waits are only for protocols with a queue of requests
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
    std::string fix;                             // the repair of the program, from `diagnose`; may be empty
    std::vector<Rank> cycle;                     // ranks that wait for each other, from `diagnose`
    std::vector<CycleWait> cycle_waits;          // the waits of these ranks
    std::vector<std::string> notes;              // facts that are no errors, such as windows that were not freed
    bool with_faults = false;                    // true if the scenario has faults
    LostThings lost;                             // the ranks, packets and pool elements that faults removed
    LostCounts lost_counts;
    std::uint64_t packets_to_the_dead = 0;
    std::optional<GroupOutcomes> groups;    // only with several groups
    std::optional<check::Checked> checked;  // only with a checker
    // The violated invariant. It shows a bug in the protocol's code if no packet or rank was lost before.
    std::optional<check::Violation> violation;
    std::string digest;
};

}  // namespace rmasim::sim
