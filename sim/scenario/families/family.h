// A protocol family: what scenarios may use, its processes, and what reports, checks and random programs need to know.
// Each family is a folder beside this file; list.cpp names them all.
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
    vectors,                  // block_length and stride
    remote_store,             // a store to another rank's part of a shared window
    operations_concurrent_with_fence,  // those that a thread posts while another one is inside FENCE
    handles,                  // of synchronisation counters, in messages
    part_of_ranks,            // windows that only the first ranks have
    window_comm,              // windows of communicators
    any_layout,               // operations of programs: target datatypes of any shape, not of equal blocks only
};

// One level of an element pool; all ranks have the same ones.
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
    std::uint32_t max_list_length = 0;  // the most target elements that one slot has headed
};

struct LockRequestAtTarget {
    Rank origin = no_rank;
    LockType type = LockType::shared;
    bool overtakes = false;  // exclusive requests, while others share the lock
};

// The lock of a window at its target.
struct LockAtTarget {
    WindowId window = 0;
    Rank exclusive_holder = no_rank;
    std::vector<Rank> holders;                  // one exclusive holder, or the shared holders
    std::vector<LockRequestAtTarget> requests;  // those that wait, in order of arrival
};

// What a packet does with the lock of a window, by its kind or by a flag.
struct LockMeaning {
    bool asks = false;
    bool unlocks = false;
    bool grants = false;
    bool holder = false;   // asks, or has asked, and holds another lock of the window
    bool refuses = false;  // answers a request of which nothing was kept
};

// What the checker holds a family to. The defaults are what New RMA keeps; a family that promises less says so.
struct CheckedRules {
    // What the return of these calls guarantees about the operations before them.
    Guarantee fence = Guarantee::applied;
    Guarantee complete = Guarantee::applied;
    Guarantee unlock = Guarantee::applied;
    // What a request of operations promises of those that it covers, when it is complete.
    Guarantee counted = Guarantee::nothing;
    // Requests and replies arrive while the access epoch of their origin is open.
    bool answers_within_epoch = true;
    // Nothing of a fence epoch is applied before all ranks have called its fence; false: before its target has.
    bool fence_opens_together = true;
    // The first fence of a window returns only after all ranks have called it, like the others.
    bool first_fence_waits = true;
    // The lock of a window is granted in the order of the requests.
    bool locks_in_order = true;
    // So is the owner's own; false: it may be overtaken by all others.
    bool own_lock_in_order = true;
    // UNLOCK returns after its target has released the lock, so that it knows of one epoch of an origin at most.
    bool one_lock_epoch = true;
    // A process that never had the lock may send UNLOCK, which has no effect (after NOCHECK).
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

// What a process did with its queue of requests.
struct QueueCounts {
    std::uint64_t max_requests = 0;  // at once, and the bytes that they took
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // that found requests
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

// What happened to the synchronisation counters of a window, at one process or, added up, at several.
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
    std::uint64_t lost = 0;     // signals that a reset wiped out
    std::uint64_t vacuous = 0;  // signals for no operation
    std::uint64_t negative = 0;
    std::int64_t lowest = 0;  // value
};
struct CounterValue {
    std::int64_t value = 0;
    std::uint64_t lost = 0;
};

// A rank's place in the tree through which COMPLETE reaches the target of an exposure epoch.
struct TreeNode {
    WindowId window = 0;
    Rank root = no_rank;
    Rank parent = no_rank;
    std::uint32_t completes_due = 0;  // those of the children and the rank's own
    bool owes_own = false;
};

class Family {
public:
    virtual ~Family() = default;
    // The value of `protocol.family` in scenarios.
    virtual std::string_view name() const = 0;

    virtual const PacketVocabulary& packets() const = 0;
    // Why each of them is sent.
    virtual const PacketReasons& reasons() const = 0;
    // The epoch states of the documents that the family follows; empty if it has no table of them.
    virtual std::span<const StateDiagram> states() const { return {}; }

    // ---- Calls and settings of scenarios.
    virtual CallSet calls() const = 0;
    // Why the family lacks the feature ("its data has no gaps"); empty if it has it.
    virtual std::string_view unsupported_reason(CallFeature feature) const {
        if (feature == CallFeature::handles) return "only family synccount has synchronisation counters";
        if (feature == CallFeature::part_of_ranks || feature == CallFeature::window_comm) {
            return "its windows are those of all ranks";
        }
        if (feature == CallFeature::any_layout) return "at targets it has equal blocks at equal distances only";
        return {};
    }
    virtual std::shared_ptr<const ProtocolSettings> default_settings() const = 0;
    // Reads `protocol` of a scenario. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings(const JsonValue& protocol) const = 0;
    virtual SettingList settings_list(const ProtocolSettings& settings) const = 0;
    // `settings` with those that window `window` has for itself (`windows.NAME.protocol`), and these. Raises BadInput.
    virtual std::shared_ptr<const ProtocolSettings> read_settings_of_window(const ProtocolSettings&, WindowId window,
                                                                            const JsonValue& value) const;
    virtual std::optional<SettingList> settings_of_window(const ProtocolSettings&, WindowId) const { return {}; }
    // Checks what the family requires of platform and windows. Raises BadInput.
    virtual void check(const Scenario& scenario) const = 0;
    // Checks what it requires of programs, where that depends on its settings. Raises BadInput.
    virtual void check_programs(const Scenario& /*scenario*/) const {}

    // ---- Processes. `scenario` and what `world` refers to must outlive the process.
    virtual std::unique_ptr<Process> make_process(const Scenario& scenario, Rank rank, const World& world) const = 0;
    // Whether the world must provide mutexes (World::mutexes).
    virtual bool needs_mutexes() const { return false; }
    // Whether it sends requests that the target's NIC carries out (protocol/base/nic.h).
    virtual bool uses_nic(const ProtocolSettings&) const { return false; }
    // Whether accumulates of one origin to one location are applied in the order of the calls.
    virtual bool orders_accumulates(const ProtocolSettings&) const { return true; }

    // ---- Pools, for faults, expectations, statistics and checks.
    virtual std::vector<Pool> pools(const ProtocolSettings&, std::span<const std::string> /*windows*/) const {
        return {};
    }
    // The counters of a process, in the order of `pools`.
    virtual void read_counters(const Process&, std::vector<PoolLevelCounter>& counters) const { counters.clear(); }
    // By window; none in families without tables.
    virtual void read_tables(const Process&, std::vector<TargetTable>& tables) const { tables.clear(); }
    // Free elements are removed at once, others when they are given back.
    virtual void shrink(Process&, const PoolShrink&) const {}

    // None for families without a queue.
    virtual std::optional<QueueCounts> queue_counts(const Process&) const { return std::nullopt; }

    // By window; empty for families without synchronisation counters.
    virtual std::vector<CounterCounts> counter_counts(const Process&) const { return {}; }
    // Counter `number` of those that the process has of the window; none if it has not so many.
    virtual std::optional<CounterValue> counter_value(const Process&, WindowId, std::uint32_t /*number*/) const {
        return std::nullopt;
    }

    // ---- For checks.
    // Whether the packet lowers a synchronisation counter; whether the family has them.
    virtual bool is_signal(const Packet&) const { return false; }
    virtual bool counts_signals() const { return calls().contains(Call::win_alloc_sync_objects); }
    virtual LockMeaning lock_meaning(const Packet&) const { return {}; }
    virtual LockOrder lock_order(const ProtocolSettings&) const { return LockOrder::fifo; }
    virtual CheckedRules rules(const ProtocolSettings&) const { return {}; }
    // The operation whose request (or data, if that comes apart) the packet is; none if it is none.
    virtual std::optional<OpKind> operation_in(const Packet& packet) const {
        if (!is_operation(packet.kind)) return std::nullopt;
        return op_kind_of(packet.kind);
    }

    // A large operation may travel in parts.
    struct Part {
        bool first = true;
        bool last = true;
        std::uint32_t from = 0;      // element of the operation; if it does not travel whole
        std::uint32_t elements = 0;  // of this part
        bool whole() const { return first && last; }
    };
    virtual Part part_in(const Packet& /*operation*/) const { return {}; }

    // ---- For reports on runs that cannot finish: state that a waiting rank cannot know.
    virtual std::vector<LockAtTarget> locks_awaited(const Process& /*target*/) const { return {}; }
    virtual std::vector<TreeNode> tree_nodes(const Process&) const { return {}; }
    // A barrier of the window that goes on behind the calls of the process: the rank whose message it lacks. no_rank:
    // there is none, or it lacks nothing.
    virtual Rank awaited_in_background(const Process&, WindowId) const { return no_rank; }
    // Whether `rank` waits because of the lost packet `lost`: it was the awaited one, or would have caused it.
    virtual bool waits_because_of_loss(const Packet& lost, Rank rank, const AwaitedRank& awaited) const = 0;

    // Families that record a real implementation: whether a run with these settings may end in this fault
    // (Process::fault, or the text of an ImplementationFailed).
    virtual bool may_fail_by(std::string_view /*fault*/, const ProtocolSettings&) const { return true; }

    // ---- For random programs.
    // `check` requires that all ranks are on one node and that every window is shared.
    virtual bool shares_one_node() const { return false; }
    // `check` accepts caches that are not coherent.
    virtual bool flushes_caches() const { return false; }
    // `check` refuses shared windows.
    virtual bool refuses_shared_windows() const { return false; }
    // `check` refuses networks on which packets of a pair overtake each other.
    virtual bool needs_order() const { return false; }
    // Packets that arrive between calls are queued unless an agent polls (Process::has_unpolled_packets).
    virtual bool queues_packets_between_calls() const { return false; }
    // Whether its agent may be a process, because it says what lies in shared memory.
    virtual bool agent_may_be_process() const { return false; }
    // Draws random settings, mostly small ones, because most bugs need exhausted resources. `like` (may be null): the
    // settings of an existing program; those that decide whether the program is legal are kept.
    virtual std::shared_ptr<const ProtocolSettings> random_settings(Random& random,
                                                                  const ProtocolSettings* like) const = 0;
    // `settings` with others that decide which programs can be drawn; `random` is only for them.
    virtual std::shared_ptr<const ProtocolSettings> random_guarantees(Random& /*random*/,
                                                                  std::shared_ptr<const ProtocolSettings> settings,
                                                                  bool /*ordered*/) const {
        return settings;
    }
    // The calls of random programs with these settings.
    virtual CallSet random_calls(const ProtocolSettings&) const { return calls(); }
    // A signal that comes before the START that it is for still counts.
    virtual bool keeps_early_signals(const ProtocolSettings&) const { return false; }
    // The info key `restart` of synchronisation counters is no error.
    virtual bool restarts_requests(const ProtocolSettings&) const { return true; }
    // Random programs have rounds of POST to WAIT without a barrier between them: an origin may complete accesses whose
    // exposures its target has not posted yet, or meet POSTs that are for a later START.
    virtual bool accesses_ahead() const { return false; }
    // `settings`, enlarged so that no count of packets depends on the order of events. `ordered`: packets of a pair do
    // not overtake each other.
    virtual std::shared_ptr<const ProtocolSettings> with_fixed_counts(std::shared_ptr<const ProtocolSettings> settings,
                                                                      bool /*ordered*/) const {
        return settings;
    }
    // FENCE with NOPRECEDE, START and what follows on the own window wait for no other rank, unless memory is shared.
    virtual bool opens_at_once() const { return false; }
    // `settings`, with which windows may be locked that are not from MPI_ALLOC_MEM.
    virtual std::shared_ptr<const ProtocolSettings> with_locks_of_private_windows(
        std::shared_ptr<const ProtocolSettings> settings) const {
        return settings;
    }
    // `settings`, with at least one element in every local pool: what one window's threads do never waits for another
    // window.
    virtual std::shared_ptr<const ProtocolSettings> with_own_elements(
        std::shared_ptr<const ProtocolSettings> settings) const {
        return settings;
    }
};

// A limit of eager messages. `next` is a copy: settings that came later are drawn from numbers of their own, so that a
// seed keeps the others.
std::uint32_t draw_message_limit(Random next);
// Likewise algorithms of collective calls.
CollectiveAlgorithms random_collective_algorithms(Random next);

// `waits_because_of_loss` where a message is awaited, or its RECV: the same in all families.
bool is_missed_message(const Packet& lost, Rank rank, const AwaitedRank& awaited);

// Every family; the first is the default. The program that is built first (whole_program.h) has only that one.
std::span<const Family* const> families();
inline const Family& default_family() { return *families().front(); }
std::vector<std::string> family_names();
const Family& family_named(std::string_view name);  // `name` must be one of family_names()

// The value of `protocol` in a scenario, with the family's name first.
Json protocol_json(const Family& family, const ProtocolSettings& settings);
// By window, `windows` of them: the value of its own `protocol`; null if it has none.
std::vector<Json> protocol_of_windows(const Family& family, const ProtocolSettings& settings, WindowId windows);
// `settings` as they are when a window is gone: what later windows have for themselves moves up.
std::shared_ptr<const ProtocolSettings> without_window(const Family& family, const ProtocolSettings& settings,
                                                       WindowId window);
// Variants of `settings`, each with one more setting at its default.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings);
std::vector<Pool> pools_of(const Scenario& scenario);

inline const PacketVocabulary& packets_of(const Scenario& scenario) { return scenario.family->packets(); }
// Whether some family has a packet of this name. A file may be run with several families, so a scenario may name
// packets that its own family does not have.
bool is_packet_name(std::string_view name);
inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
