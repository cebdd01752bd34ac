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

// Features of calls that some families lack.
enum class CallFeature : std::uint8_t {
    vectors,                           // block_length and stride
    remote_store,                      // a store to another rank's segment of a shared window
    operations_concurrent_with_fence,  // operations of a thread while another thread is inside FENCE
    handles,                           // handles of synchronisation counters in messages
    part_of_ranks,                     // windows that only ranks 0 .. n-1 have
    window_comm,                       // windows of communicators
    any_layout,                        // target datatypes of any shape in MPI programs, not only equal blocks
};

// One level of an element pool. All ranks have the same pools.
struct Pool {
    std::string name;  // "op.local.w", "target.global"
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;            // for a local level
    std::uint32_t size = 0;         // number of elements at the beginning
    std::size_t element_bytes = 0;  // size of an element
};

// The operation table of a window at one process.
struct TargetTable {
    std::uint32_t slots = 0;
    std::uint32_t max_list_length = 0;  // high-water mark of the target elements in a slot's list
};

// A request for a window's lock that waits at the target.
struct LockRequestAtTarget {
    Rank origin = no_rank;
    LockType type = LockType::shared;
    bool overtakes = false;  // a shared request that overtakes exclusive requests while others share the lock
};

// The state of a window's lock at the target.
struct LockAtTarget {
    WindowId window = 0;
    Rank exclusive_holder = no_rank;
    std::vector<Rank> holders;                  // one exclusive holder, or the shared holders
    std::vector<LockRequestAtTarget> requests;  // waiting requests, in order of arrival
};

// The effects of a packet on the lock of a window, by its kind or by a flag.
struct LockMeaning {
    bool asks = false;     // requests the lock
    bool unlocks = false;  // releases the lock
    bool grants = false;   // grants the lock
    bool holder = false;   // requests the lock, or was its request; the origin holds another lock of the window
    bool refuses = false;  // rejects a request, of which the target stores nothing
};

// The rules that the checker applies to a family. The defaults are those of New RMA. A family with weaker guarantees
// overrides them.
struct CheckedRules {
    // The guarantees for earlier operations when these calls return.
    Guarantee fence = Guarantee::applied;
    Guarantee complete = Guarantee::applied;
    Guarantee unlock = Guarantee::applied;
    // The guarantee for the operations of a request when the request completes.
    Guarantee counted = Guarantee::nothing;
    // Requests and replies arrive while the access epoch of their origin is open.
    bool answers_within_epoch = true;
    // No operation of a fence epoch is applied before all ranks have called its fence. False: no operation is applied
    // before its target has called the fence.
    bool fence_opens_together = true;
    // The first fence of a window returns only after all ranks have called it, like later fences.
    bool first_fence_waits = true;
    // The lock of a window is granted in the order of the requests.
    bool locks_in_order = true;
    // A process's request for the lock of its own window is also granted in order. False: all others may overtake it.
    bool own_lock_in_order = true;
    // UNLOCK returns only after the target has released the lock. The target therefore has at most one lock epoch of
    // each origin.
    bool one_lock_epoch = true;
    // A process that never held the lock may send UNLOCK, which has no effect (after NOCHECK).
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
    std::uint64_t max_requests = 0;        // high-water mark of the queue's length
    std::uint64_t max_bytes = 0;           // high-water mark of the bytes in the queue
    std::uint64_t looks = 0;               // polls that found requests
    std::uint64_t rounds = 0;              // scans over the queue
    std::uint64_t requests_looked_at = 0;  // requests visited by the scans
};

// Statistics of the synchronisation counters of a window, at one process, or summed over several.
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
    std::uint64_t lost = 0;  // as in CounterCounts
};

// A rank's node in the tree through which COMPLETE reaches the target of an exposure epoch.
struct TreeNode {
    WindowId window = 0;
    Rank root = no_rank;
    Rank parent = no_rank;
    std::uint32_t completes_due = 0;  // missing COMPLETEs of the children and of the rank itself
    bool owes_own = false;            // the rank's own COMPLETE is missing
};

// A protocol family.
class Family {
public:
    virtual ~Family() = default;
    // The family's name: the value of `protocol.family` in scenarios.
    virtual std::string_view name() const = 0;

    virtual const PacketVocabulary& packets() const = 0;
    // For each packet kind and flag: the reason why it is sent.
    virtual const PacketReasons& reasons() const = 0;
    // The epoch states of the documents that the family follows. Empty if they have no table of states.
    virtual std::span<const StateDiagram> states() const { return {}; }

    // ---- Calls and settings of scenarios.
    virtual CallSet calls() const = 0;
    // The reason why the family lacks the feature ("its data has no gaps"). Empty if the family has the feature.
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
    // A copy of `settings` with additional settings of one window: `value` is its `windows.NAME.protocol`. Raises
    // BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings_of_window(const ProtocolSettings&, WindowId window,
                                                                            const JsonValue& value) const;
    // The window's own settings; nullopt if it has none.
    virtual std::optional<SettingList> settings_of_window(const ProtocolSettings&, WindowId) const { return {}; }
    // Checks the family's requirements on the platform and on windows. Raises BadInput.
    virtual void check(const Scenario& scenario) const = 0;
    // Checks the family's requirements on programs that depend on its settings. Raises BadInput.
    virtual void check_programs(const Scenario& /*scenario*/) const {}

    // ---- Processes. `scenario` and the objects that `world` refers to must outlive the process.
    virtual std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const = 0;
    // True if the world must provide mutexes (World::mutexes).
    virtual bool needs_mutexes() const { return false; }
    // True if processes send requests that the target's NIC executes (protocol/base/nic.h).
    virtual bool uses_nic(const ProtocolSettings&) const { return false; }
    // The streams of the packets, for networks that reorder packets.
    virtual StreamOf streams() const { return messages_in_order; }
    // True if accumulates of one origin to one location are applied in the order of the calls.
    virtual bool orders_accumulates(const ProtocolSettings&) const { return true; }

    // ---- Pools, for faults, expectations, statistics and checks.
    virtual std::vector<Pool> pools(const ProtocolSettings&, std::span<const std::string> /*windows*/) const {
        return {};
    }
    // The counters of a process, in the order of `pools`.
    virtual void read_counters(const Process&, std::vector<PoolLevelCounter>& counters) const { counters.clear(); }
    // The operation tables of a process, by window. Empty in families without tables.
    virtual void read_tables(const Process&, std::vector<TargetTable>& tables) const { tables.clear(); }
    // Shrinks a pool of a process. Free elements are removed at once, others when they are freed.
    virtual void shrink(Process&, const PoolShrink&) const {}

    // The counters of the request queue. nullopt in families without a queue.
    virtual std::optional<QueueCounts> queue_counts(const Process&) const { return std::nullopt; }

    // Statistics of synchronisation counters, by window. Empty in families without synchronisation counters.
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
    // The kind of operation of a packet that is an operation's request, or its data if that is a separate packet.
    // nullopt for other packets.
    virtual std::optional<OpKind> operation_in(const Packet& packet) const {
        if (!is_operation(packet.kind)) return std::nullopt;
        return op_kind_of(packet.kind);
    }

    // The elements of an operation that one packet carries. A large operation may be split into several packets.
    struct Part {
        bool first = true;
        bool last = true;
        std::uint32_t from = 0;      // index of the first element; unused if the packet carries the whole operation
        std::uint32_t elements = 0;  // number of elements in this packet
        bool whole() const { return first && last; }
    };
    virtual Part part_in(const Packet& /*operation*/) const { return {}; }

    // ---- For reports on runs that cannot finish: state of other processes, which a waiting rank does not have.
    // The locks with waiting requests at a target.
    virtual std::vector<LockAtTarget> locks_awaited(const Process& /*target*/) const { return {}; }
    // The trees of COMPLETEs in which the process is a node.
    virtual std::vector<TreeNode> tree_nodes(const Process&) const { return {}; }
    // The rank whose message is missing in a barrier of the window that proceeds outside the process's calls. no_rank:
    // no such barrier, or no missing message.
    virtual Rank awaited_in_background(const Process&, WindowId) const { return no_rank; }
    // True if `rank` waits because of the lost packet `lost`: it waits for this packet, or for one that this packet
    // would have caused.
    virtual bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const = 0;

    // For families that model a real implementation: true if a run with these settings may end with this failure. The
    // text is that of Process::fault or of an ImplementationFailed.
    virtual bool may_fail_by(std::string_view /*fault*/, const ProtocolSettings&) const { return true; }

    // ---- For random programs.
    // True if `check` requires all ranks on one node and only shared windows.
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
    // Random settings. Most sizes are small, because most bugs need exhausted resources. `like` (may be null): the
    // settings of an existing program. The result keeps those of them on which the legality of the program depends.
    virtual std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                                    const ProtocolSettings* like) const = 0;
    // A copy of `settings` with random values for those on which the legality of programs depends. `random` is used for
    // nothing else. `ordered`: packets of a pair keep their order.
    virtual std::shared_ptr<const ProtocolSettings> random_guarantees(Random& /*random*/,
                                                                      std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
    // The calls that random programs with these settings may use.
    virtual CallSet random_calls(const ProtocolSettings&) const { return calls(); }
    // True if a signal counts even if it arrives before the START to which it belongs.
    virtual bool keeps_early_signals(const ProtocolSettings&) const { return false; }
    // True if the info key `restart` of synchronisation counters is allowed.
    virtual bool restarts_requests(const ProtocolSettings&) const { return true; }
    // True if random programs have rounds of POST to WAIT without a barrier between them. An origin may then complete
    // accesses before its target has posted the exposure epoch, or receive POSTs for a later START.
    virtual bool accesses_ahead() const { return false; }
    // A copy of `settings`, enlarged to make packet counts independent of the order of events. `ordered`: packets of a
    // pair keep their order.
    virtual std::shared_ptr<const ProtocolSettings> with_fixed_counts(std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
    // True if FENCE with NOPRECEDE, START and accesses to the own window never wait for another rank, except with
    // shared memory.
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

// A random size limit of eager messages. `next` is passed by value: the numbers taken from it do not change the
// settings that a seed gives otherwise.
std::uint32_t randomize_message_limit(Random next);
// Random algorithms of collective calls. `next` is passed by value for the same reason as in randomize_message_limit.
CollectiveAlgorithms random_collective_algorithms(Random next);

// Family::waits_because_of_loss for ranks that wait for a message or for its RECV. All families share it.
bool is_missed_message(const Packet& lost, Rank rank, const AwaitedRank& awaited);

// All families; the first is the default. The first program (whole_program.h) has only the default.
std::span<const Family* const> families();
inline const Family& default_family() { return *families().front(); }
std::vector<std::string> family_names();
const Family& family_named(std::string_view name);  // `name` must be one of family_names()

// The value of `protocol` in a scenario, with the family's name first.
Json protocol_json(const Family& family, const ProtocolSettings& settings);
// The value of `windows.NAME.protocol` for each of the first `windows` windows. JSON's null if a window has no settings
// of its own.
std::vector<Json> protocol_of_windows(const Family& family, const ProtocolSettings& settings, WindowId windows);
// A copy of `settings` for a scenario from which a window is removed. The settings of later windows move up by one.
std::shared_ptr<const ProtocolSettings> without_window(const Family& family, const ProtocolSettings& settings,
                                                       WindowId window);
// Simplifications of `settings`: in each, one more setting has its default value.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings);
// The pools of the scenario's family, with the scenario's settings and windows.
std::vector<Pool> pools_of(const Scenario& scenario);

inline const PacketVocabulary& packets_of(const Scenario& scenario) { return scenario.family->packets(); }
// True if any family has a packet of this name. A scenario may name packets that its own family lacks, because a file
// may be run with several families.
bool is_packet_name(std::string_view name);
inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
