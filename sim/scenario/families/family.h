// The interface of a protocol family: its calls and settings, its processes, and its functions for reports, checks and
// random programs. Each family has a subfolder of this folder. list.cpp lists all families.
//
// Functions that are not pure virtual have defaults for families without pools, locks or trees.
#pragma once

#include "protocol/base/awaited.h"
#include "protocol/base/call_table.h"
#include "protocol/base/observer.h"
#include "protocol/base/packet_reasons.h"
#include "protocol/base/process.h"
#include "protocol/base/state_diagram.h"
#include "protocol/parts/collective_algorithms.h"
#include "protocol/parts/element_pool.h"
#include "protocol/parts/lock_order.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/families/protocol_settings.h"
#include "sim/scenario/json/described.h"
#include "sim/scenario/model/scenario.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Features of calls. Some families do not have all of these features.
enum class CallFeature : std::uint8_t {
    vectors,                           // block_length and stride
    remote_store,                      // a store to another rank's segment of a shared window
    operations_concurrent_with_fence,  // operations of one thread while another thread is inside FENCE
    handles,                           // handles of synchronisation counters in messages
    part_of_ranks,                     // windows that exist only on ranks 0 .. n-1
    window_comm,                       // windows of communicators other than MPI_COMM_WORLD
    // Target datatypes of any shape in MPI programs. Without this feature, only equal blocks at equal distances.
    any_layout,
};

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

// A request for a window's lock that waits at the target, because the lock is not free.
struct LockRequestAtTarget {
    Rank origin = no_rank;
    LockType type = LockType::shared;
    // True for a shared request that may overtake exclusive requests while others share the lock.
    bool overtakes = false;
};

// The state of a window's lock at the target.
struct LockAtTarget {
    WindowId window = 0;
    Rank exclusive_holder = no_rank;
    std::vector<Rank> holders;                  // the exclusive holder, or all shared holders
    std::vector<LockRequestAtTarget> requests;  // the waiting requests, in order of arrival
};

// The effects that a packet has on the lock of a window, because of its kind or a flag.
struct LockMeaning {
    bool asks = false;     // The packet requests the lock.
    bool unlocks = false;  // The packet releases the lock.
    bool grants = false;   // The packet grants the lock to its receiver.
    // The packet informs the target that its origin holds a lock of the same window at another target. The packet
    // requests the lock, or follows the request.
    bool holder = false;
    bool refuses = false;  // The packet rejects a request for the lock. The target has stored nothing of the request.
};

// The rules that the invariant checker applies to a family. The defaults are those of family newrma. A family with
// weaker guarantees overrides them.
struct CheckedRules {
    // The guarantees of FENCE, COMPLETE and UNLOCK for earlier operations when the call returns.
    Guarantee fence = Guarantee::applied;
    Guarantee complete = Guarantee::applied;
    Guarantee unlock = Guarantee::applied;
    // The guarantee that operations have when the persistent request that covers them (WIN_SYNC_OPS_INIT) completes.
    Guarantee counted = Guarantee::nothing;
    // True if the packets of an operation, to its target and back, arrive only while the access epoch of its origin is
    // open.
    bool answers_within_epoch = true;
    // True if no operation of a fence epoch is applied at any target before all ranks have called the fence that begins
    // the epoch. If false, an operation may be applied as soon as its own target has called this fence.
    bool fence_opens_together = true;
    // True if the first fence of a window returns only after all ranks have called this fence. Later fences always wait
    // for all ranks.
    bool first_fence_waits = true;
    // True if a target grants the lock of a window in the order of the requests.
    bool locks_in_order = true;
    // True if a request by the target itself, for the lock of its own window segment, is granted in the order of the
    // requests, too. If false, all other requests may overtake this request.
    bool own_lock_in_order = true;
    // True if UNLOCK returns only after the target has released the lock. The target then has at most one lock epoch of
    // each origin.
    bool one_lock_epoch = true;
    // True if a process may send UNLOCK although it does not hold the lock (after NOCHECK). This UNLOCK has no effect.
    bool idle_unlocks = true;

    Guarantee guarantee_of(Call call) const {
        switch (call) {
            case Call::fence: return fence;
            case Call::complete: return complete;
            case Call::unlock: return unlock;
            default: return description_of(call).guarantee;
        }
    }
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

// A rank's requests for a counter of another rank, each of which signals the counter when it completes (synccount):
// none, at least one that is started, or only such that are not started.
enum class Signaller : std::uint8_t { none, started, not_started };

// A rank's node in the tree through which COMPLETE reaches the target of an exposure epoch.
struct TreeNode {
    WindowId window = 0;
    Rank root = no_rank;
    Rank parent = no_rank;
    std::uint32_t completes_due = 0;  // number of COMPLETEs that the children and the rank itself have not sent yet
    bool owes_own = false;            // True if the rank itself has not sent its COMPLETE yet.
};

// A protocol family.
class Family {
public:
    virtual ~Family() = default;
    // The family's name: the value of `protocol.family` in scenarios.
    virtual std::string_view name() const = 0;

    virtual const PacketVocabulary& packets() const = 0;
    // The reasons why packets are sent, for each packet kind and flag.
    virtual const PacketReasons& reasons() const = 0;
    // The states of epochs that the source documents of the family define. Empty if the documents have no table of
    // states.
    virtual std::span<const StateDiagram> states() const { return {}; }

    // ---- Calls and settings of scenarios.
    virtual CallSet calls() const = 0;
    // The reason why the family lacks the feature, such as "its data has no gaps". Empty if the family has the feature.
    virtual std::string_view unsupported_reason(CallFeature feature) const {
        if (feature == CallFeature::handles) return "only family synccount has synchronisation counters";
        if (feature == CallFeature::part_of_ranks || feature == CallFeature::window_comm) {
            return "its windows exist on all ranks";
        }
        if (feature == CallFeature::any_layout) return "its target datatypes are equal blocks at equal distances only";
        return {};
    }
    virtual std::shared_ptr<const ProtocolSettings> default_settings() const = 0;
    // Reads `protocol` of a scenario. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings(const JsonValue& protocol) const = 0;
    virtual SettingList settings_list(const ProtocolSettings& settings) const = 0;
    // A copy of `settings` with settings of one window added. `value` is the value of `windows.NAME.protocol`. Raises
    // BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings_of_window(const ProtocolSettings&, WindowId window,
                                                                            const JsonValue& value) const;
    // The settings that only this window has. nullopt if the window has none.
    virtual std::optional<SettingList> settings_of_window(const ProtocolSettings&, WindowId) const { return {}; }
    // Checks what the family requires of the platform and of windows. Raises BadInput.
    virtual void check(const Scenario& scenario) const = 0;
    // Checks what the family requires of programs, if that depends on the family's settings. Raises BadInput.
    virtual void check_programs(const Scenario& /*scenario*/) const {}

    // ---- Processes. The scenario and the objects that `world` refers to must outlive the process.
    virtual std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const = 0;
    // True if processes use mutexes. World, the interface of processes to the simulator, must then provide them
    // (World::mutexes).
    virtual bool needs_mutexes() const { return false; }
    // True if processes send requests that the target's NIC executes (protocol/base/nic.h).
    virtual bool uses_nic(const ProtocolSettings&) const { return false; }
    // The function that assigns a stream to each packet. A network that reorders packets must keep the order of those
    // packets of a pair that are in the same stream.
    virtual StreamOf streams() const { return messages_in_order; }
    // True if accumulates of one origin to one location are applied in the order of the calls.
    virtual bool orders_accumulates(const ProtocolSettings&) const { return true; }

    // ---- Pools, for faults, expectations, statistics and checks.
    virtual std::vector<Pool> pools(const ProtocolSettings&, std::span<const std::string> /*windows*/) const {
        return {};
    }
    // Reads the counters of a process's pools, in the order of `pools`.
    virtual void read_counters(const Process&, std::vector<PoolLevelCounter>& counters) const { counters.clear(); }
    // Reads a process's operation tables, by window. The result is empty for families without tables.
    virtual void read_tables(const Process&, std::vector<TargetTable>& tables) const { tables.clear(); }
    // Shrinks a pool of a process. Free elements are removed at once. The other elements are removed when they are
    // freed.
    virtual void shrink(Process&, const PoolShrink&) const {}

    // The counters of a process's request queue. nullopt for families without a queue.
    virtual std::optional<QueueCounts> queue_counts(const Process&) const { return std::nullopt; }

    // Statistics of a process's synchronisation counters, by window. Empty for families without synchronisation
    // counters.
    virtual std::vector<CounterCounts> counter_counts(const Process&) const { return {}; }
    // The state of the process's counter `number` of a window. nullopt if the process has no such counter.
    virtual std::optional<CounterValue> counter_value(const Process&, WindowId, std::uint32_t /*number*/) const {
        return std::nullopt;
    }

    // ---- For checks.
    // True if the packet decrements a synchronisation counter.
    virtual bool is_signal(const Packet&) const { return false; }
    // True if the family has synchronisation counters.
    virtual bool counts_signals() const { return calls().contains(Call::win_alloc_sync_objects); }
    virtual LockMeaning lock_meaning(const Packet&) const { return {}; }
    virtual LockOrder lock_order(const ProtocolSettings&) const { return LockOrder::fifo; }
    virtual CheckedRules rules(const ProtocolSettings&) const { return {}; }
    // The kind of a packet's operation. The packet requests the operation, or carries the operation's data after a
    // separate request. nullopt for other packets.
    virtual std::optional<OpKind> operation_in(const Packet& packet) const {
        if (!is_operation(packet.kind)) return std::nullopt;
        return op_kind_of(packet.kind);
    }

    // The range of an operation's elements that one packet carries. A large operation may need several packets.
    struct Part {
        bool first = true;
        bool last = true;
        std::uint32_t from = 0;      // index of the first element; unused if the packet carries the whole operation
        std::uint32_t elements = 0;  // number of elements in this packet
        bool whole() const { return first && last; }
    };
    virtual Part part_in(const Packet& /*operation*/) const { return {}; }

    // ---- For reports on runs that cannot finish. The functions return state of other processes than the waiting one.
    // The locks of the target's windows for which requests wait.
    virtual std::vector<LockAtTarget> locks_awaited(const Process& /*target*/) const { return {}; }
    // The ranks that must send data before the target executes further accumulates.
    virtual std::vector<Rank> data_awaited(const Process& /*target*/) const { return {}; }
    // The nodes of the process in the trees through which COMPLETEs reach their targets.
    virtual std::vector<TreeNode> tree_nodes(const Process&) const { return {}; }
    // The rank from which a barrier of the window still needs a message, if that barrier proceeds outside of the
    // process's calls. no_rank if there is no such barrier, or if no message is missing.
    virtual Rank awaited_in_background(const Process&, WindowId) const { return no_rank; }
    // The state of the requests of `other` that signal the counter for which `waiter` waits (Awaited::counter).
    virtual Signaller signaller(const Process& /*other*/, const Process& /*waiter*/, const WaitReason&) const {
        return Signaller::none;
    }
    // True if `rank` waits because the packet `lost` was lost. The rank waits for this packet, or for an answer that
    // the receiver of `lost` would have sent.
    virtual bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const = 0;

    // True if a run with these settings may end with the failure `fault`. Families that model a real implementation
    // return false for failures that this implementation does not have with these settings. `fault` is the text of
    // Process::fault or of an ImplementationFailed.
    virtual bool may_fail_by(std::string_view /*fault*/, const ProtocolSettings&) const { return true; }

    // ---- For random programs.
    // True if `check` requires that all ranks are on one node and that all windows are shared.
    virtual bool shares_one_node() const { return false; }
    // True if `check` accepts caches that are not coherent.
    virtual bool flushes_caches() const { return false; }
    // True if `check` refuses shared windows.
    virtual bool refuses_shared_windows() const { return false; }
    // True if `check` refuses networks on which packets of a pair overtake each other.
    virtual bool needs_order() const { return false; }
    // True if packets that arrive between calls are queued unless an agent polls (Process::has_unpolled_packets).
    virtual bool queues_packets_between_calls() const { return false; }
    // True if the agent may be a process. The family must then specify which data is in shared memory.
    virtual bool agent_may_be_process() const { return false; }
    // Random settings. Most sizes are small, because most bugs need exhausted resources. `like` is null, or the
    // settings of an existing program. The result then keeps the settings on which the legality of this program
    // depends.
    virtual std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                                    const ProtocolSettings* like) const = 0;
    // A copy of `settings` in which the settings on which the legality of programs depends are random. `random` must
    // not be used for anything else. `ordered` is true if packets of a pair keep their order.
    virtual std::shared_ptr<const ProtocolSettings> random_guarantees(Random& /*random*/,
                                                                      std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
    // The calls that random programs with these settings may use.
    virtual CallSet random_calls(const ProtocolSettings&) const { return calls(); }
    // True if a synchronisation counter counts a signal that arrives before START starts the counter's persistent
    // request.
    virtual bool keeps_early_signals(const ProtocolSettings&) const { return false; }
    // True if the info key `restart` of synchronisation counters is allowed.
    virtual bool restarts_requests(const ProtocolSettings&) const { return true; }
    // True if random programs have rounds of POST to WAIT without a barrier between them. An origin may then complete
    // accesses before its target has posted the exposure epoch, or receive POSTs for a later START.
    virtual bool accesses_ahead() const { return false; }
    // A copy of `settings` with larger resources, so that packet counts do not depend on the order of events. `ordered`
    // is true if packets of a pair keep their order.
    virtual std::shared_ptr<const ProtocolSettings> with_fixed_counts(std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
    // True if FENCE with NOPRECEDE, START and accesses to the caller's own window never wait for another rank, unless
    // memory is shared.
    virtual bool opens_at_once() const { return false; }
    // A copy of `settings` that also permits locks of windows whose memory is not from MPI_ALLOC_MEM.
    virtual std::shared_ptr<const ProtocolSettings> with_locks_of_private_windows(
        std::shared_ptr<const ProtocolSettings> settings) const {
        return settings;
    }
    // A copy of `settings` with at least one element in every local pool. Calls on one window then never wait for an
    // element that another window uses.
    virtual std::shared_ptr<const ProtocolSettings> with_own_elements(
        std::shared_ptr<const ProtocolSettings> settings) const {
        return settings;
    }
};

// A random size limit of eager messages. `next` is a copy of the caller's generator. The caller's further settings
// therefore do not depend on this choice.
std::uint32_t randomize_message_limit(Random next);
// Random algorithms of collective calls. `next` is a copy of the caller's generator, so the caller's further settings
// do not depend on this choice.
CollectiveAlgorithms random_collective_algorithms(Random next);

// True if `rank` waits in a RECV, a SEND or a collective call because the packet `lost` was lost. This is the part of
// Family::waits_because_of_loss that all families share.
bool is_missed_message(const Packet& lost, Rank rank, const AwaitedRank& awaited);

// The families that the program contains or has loaded, the default family first.
std::span<const Family* const> families();
inline const Family& default_family() { return *families().front(); }
// Loads the families that the program does not contain. families() then has all families.
void load_other_families();
std::vector<std::string> family_names();  // The names of all families, loaded or not.
// The family of this name, which is loaded if necessary. Null if no family has the name.
const Family* find_family(std::string_view name);
const Family& family_named(std::string_view name);  // The family of this name. The name must be one of family_names().

// The value of `protocol` in a scenario. The first member is the family's name.
Json protocol_json(const Family& family, const ProtocolSettings& settings);
// The values of `windows.NAME.protocol` for the first `windows` windows. The value is JSON's null if a window has no
// settings of its own.
std::vector<Json> protocol_of_windows(const Family& family, const ProtocolSettings& settings, WindowId windows);
// A copy of `settings` after the removal of a window. The settings of each later window move to the window before it.
std::shared_ptr<const ProtocolSettings> without_window(const Family& family, const ProtocolSettings& settings,
                                                       WindowId window);
// Simplifications of `settings`: copies that each have one more setting, or one more window's settings, at the default.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings);
// The pools of the scenario's family, with the scenario's settings and windows.
std::vector<Pool> pools_of(const Scenario& scenario);

inline const PacketVocabulary& packets_of(const Scenario& scenario) { return scenario.family->packets(); }
// True if any family has a packet of this name. A scenario may name packets that its own family does not have, because
// one file may be run with several families.
bool is_packet_name(std::string_view name);
inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
