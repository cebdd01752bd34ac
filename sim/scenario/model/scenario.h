// A scenario in memory: all defaults are filled in, all names are resolved, all programs are compiled.
#pragma once

#include "protocol/base/atomic_ops.h"
#include "sim/scenario/model/addresses.h"
#include "sim/scenario/model/communicators.h"
#include "sim/scenario/model/fault_settings.h"
#include "sim/scenario/model/per_rank.h"
#include "sim/scenario/model/program.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// Defined in sim/scenario/families: the protocol that a scenario runs, and the settings of that protocol.
class Family;
class ProtocolSettings;

enum class Topology : std::uint8_t { cluster, fat_tree, torus, dragonfly, file };
enum class NetworkModel : std::uint8_t { loggp, flow };
// Progress of a process: only inside calls, or also by an asynchronous agent (AgentKind).
enum class Progress : std::uint8_t { calls, agent };
// The MPI memory model that the program is checked against (protocol/memmodel): none, the separate model (private and
// public copy of a window) or the unified model.
enum class Semantics : std::uint8_t { off, separate, unified };
// The moment at which an update of one copy of a window reaches the other copy (separate model). eager: at once. lazy:
// when a call synchronises the copies. seeded: either of them; `run` chooses by the seed, `explore` explores both.
enum class Propagation : std::uint8_t { eager, lazy, seeded };
// The kind of the agent. A thread and a process have a processor of their own; a process reaches shared memory only. A
// signal handler interrupts the rank's computation.
enum class AgentKind : std::uint8_t { thread, process, signal };

struct AgentSettings {
    AgentKind kind = AgentKind::thread;
    std::int64_t interval_ns = 0;  // time between polls; 0: it polls when a packet arrives
    std::int64_t wake_ns = 0;      // CPU time of waking up
};

struct NetworkSettings {
    NetworkModel model = NetworkModel::loggp;
    std::int64_t latency_ns = 1000;      // cluster: latency between two nodes; other topologies: of one link
    double bandwidth_gbps = 100;         // of a link and of a NIC
    std::int64_t gap_ns = 10;            // LogGP g: minimum time between two packets of one NIC
    std::int64_t overhead_ns = 50;       // LogGP o: CPU time to pass a packet to the NIC or to receive one from it
    std::int64_t node_latency_ns = 200;  // between two ranks of one node
    double node_bandwidth_gbps = 400;
    std::int64_t header_bytes = 32;  // added to every packet's payload on the wire
    std::int64_t reorder_ns = 0;     // maximum random delay of a packet; 0: packets of a pair keep their order
};

// The memory order: when a rank's stores into shared memory become visible to other ranks of its node, and how stale
// the result of a load may be. sc: stores are visible at once. tso: stores go through a buffer and leave it in order.
// weak: stores leave the buffer in any order, and a load may return a value that was overwritten since the rank's last
// MEM_SYNC.
enum class MemoryOrder : std::uint8_t { sc, tso, weak };
enum class CachePolicy : std::uint8_t { write_back, write_through };

// The memory of a node, for shared windows.
struct MemorySettings {
    MemoryOrder order = MemoryOrder::tso;
    std::int64_t store_buffer = 64;  // words (8 bytes) per rank; if the buffer is full, the oldest store leaves it
    std::int64_t drain_ns = 100;     // maximum time of a store in the buffer
    std::int64_t stale_words = 64;   // per node: overwritten words whose old values may still be loaded
    std::int64_t stale_ns = 100;     // maximum age of a stale value
    bool coherent = true;            // false: caches keep their lines until the protocol flushes or invalidates them
    CachePolicy cache = CachePolicy::write_back;  // used if not coherent
    std::int64_t cache_lines = 512;  // per rank, 64 bytes each; a full cache evicts the least recently used line
    std::vector<MemSync> without_mem_sync;  // MEM_SYNCs of the protocol that are omitted

    bool leaves_out(MemSync sync_point) const {
        return std::find(without_mem_sync.begin(), without_mem_sync.end(), sync_point) != without_mem_sync.end();
    }
};

// Abilities and costs of a NIC that executes operations without the target's process (protocol/base/nic.h).
struct NicSettings {
    std::int64_t operation_ns = 100;
    double bandwidth_gbps = 200;                        // to and from memory
    std::int64_t atomic_ns = 100;                       // in addition to operation_ns, for an atomic operation
    std::uint32_t atomic_bytes = 4096;                  // maximum length of an atomic operation
    std::vector<AtomicOp> atomics = every_atomic_op();  // the atomic operations that the NIC can execute

    NicAtomics abilities() const { return {AtomicOps(atomics), atomic_bytes}; }
};

struct NetworkPreset;

struct PlatformSettings {
    const NetworkPreset* preset = nullptr;  // the initial values of `network`; null: the defaults
    Topology topology = Topology::cluster;
    std::int64_t ranks_per_node = 1;
    std::vector<std::int64_t> torus_dimensions;  // product at least the number of nodes; empty: 2-D, nearly square
    std::vector<std::int64_t> fat_tree_down, fat_tree_up,
        fat_tree_links;                   // per level, leaves first; empty: two levels, large enough for the nodes
    std::vector<std::int64_t> dragonfly;  // groups, chassis per group, blades per chassis, nodes per blade; empty: auto
    MemorySettings memory;
    NicSettings nic;
    std::string file;  // Topology::file: a SimGrid platform XML, relative to the scenario file
    NetworkSettings network;
};

// The CPU times of a rank's actions, in nanoseconds. scenarios/README.md explains each value.
struct Costs {
    std::int64_t call_ns = 20;             // entering any call
    std::int64_t post_op_ns = 40;          // filling an operation element and queueing it
    std::int64_t search_step_ns = 4;       // each target element that a search of a slot's list visits
    std::int64_t walk_slot_ns = 0;         // each slot that a walk over a window's table visits
    std::int64_t issue_ns = 30;            // building a packet
    std::int64_t handle_ns = 40;           // dispatching a received packet
    std::int64_t mem_sync_ns = 30;         // a full memory barrier
    std::int64_t mutex_ns = 30;            // locking a mutex in shared memory, and also unlocking it
    std::int64_t write_back_line_ns = 10;  // each cache line that is written back
    std::int64_t invalidate_line_ns = 2;   // each cache line that is invalidated
    double copy_gbps = 80;                 // memory copies: gathering origin data, reading or writing target memory
};

// The number of a space: a window, or a local buffer that each rank has. The windows come first, then the buffers.
using SpaceId = WindowId;

// The memory of a window that is created over a buffer, or over another window.
struct Over {
    SpaceId space = 0;
    std::uint64_t disp_bytes = 0;
};
// The memory of `space`: `over`, or memory of its own if `over` is empty.
inline Over memory_of(SpaceId space, const std::optional<Over>& over) { return over.value_or(Over{space, 0}); }

// A window, or a local buffer of each rank. A buffer uses only some of the members.
struct WindowSettings {
    std::string name;
    PerRank bytes;               // size of each rank's window segment
    bool shared = false;         // ranks of a node can access each other's window segments directly
    PerRank disp_unit = 1;       // bytes; of the window segment that an operation accesses
    bool by_call = false;        // a program creates the window, so it does not exist from the start
    bool always = true;          // no program creates or frees the window
    bool alloc_mem = true;       // memory from MPI_ALLOC_MEM: processes on the same node can access it
    Rank ranks = 0;              // the window exists on communicator ranks 0 .. ranks-1; 0: on all
    std::optional<Over> over{};  // memory of the window; empty: the window has memory of its own
    bool dynamic = false;        // a dynamic window: programs attach memory to it
    bool in_any_order = false;   // accumulates of one origin are not ordered
    bool same_op = false;        // concurrent accumulates use the same operation, NO_OP included
    bool no_locks = false;       // no rank locks the window
    bool same_size = false;      // all ranks have the same `bytes`
    bool same_disp_unit = false;
    WindowId comm = no_window;   // communicators that create the window (CommunicatorTable); no_window: all ranks

    // True if an error message needs no more than the size: it is the same on all ranks, and the unit is a byte.
    bool is_plain() const { return bytes.same() && disp_unit.max() == 1; }
};

// "window", "buffer"
inline std::string_view kind_of_space(const std::vector<WindowSettings>& windows, SpaceId id) {
    return id < windows.size() ? "window" : "buffer";
}
inline const WindowSettings& space_of(const std::vector<WindowSettings>& windows,
                                      const std::vector<WindowSettings>& buffers, SpaceId id) {
    return id < windows.size() ? windows[id] : buffers[id - windows.size()];
}

// The expected values of elements in a window.
struct MemoryExpectation {
    std::string location;  // location: the JSON path in the scenario
    std::string ranks;  // as in programs[].ranks
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Datatype datatype = Datatype::byte;
    std::vector<std::string> values;  // one per element; expressions over rank and size
};

// The expected state of a synchronisation counter.
struct CounterExpectation {
    std::string location;  // location: the JSON path in the scenario
    std::string ranks;
    WindowId window = 0;
    std::uint32_t counter = 0;  // index among the rank's counters of the window
    std::optional<std::int64_t> value, lost;
};

struct Expectations {
    // "finished", "deadlock", "lost_rank", "lost_packet", "erroneous", "assertion", "crash"
    std::optional<std::string> outcome;
    std::optional<std::uint64_t> messages_total;
    std::optional<std::uint64_t> messages_bytes;
    // Packet counts by kind, for all packets and for packets between nodes. A kind that is not listed must not occur.
    std::optional<std::map<std::string, std::uint64_t>> by_kind, between_nodes;
    // Alternatives to `by_kind`, for implementations whose packets depend on a race. One list must match.
    std::vector<std::map<std::string, std::uint64_t>> by_kind_alternatives;
    std::optional<std::map<std::string, std::map<std::string, std::uint64_t>>>
        by_pair;  // "0>1" -> kind -> count; only the pairs named
    std::vector<MemoryExpectation> memory;
    std::vector<CounterExpectation> counters;
    std::map<std::string, std::uint64_t>
        high_water_at_most;  // "op.local.w", "op.global", "target.local.w", "target.global"
    std::optional<std::int64_t> time_ns_min, time_ns_max;

    bool any() const;
};

// A scenario, or one group of it.
struct Scenario {
    std::string name;
    std::string variant{};  // name of the variant; empty: the file without a variant
    std::string about;
    Scope scope;  // names that expressions outside programs may use: `params`, then rank and size
    Rank ranks = 1;
    std::int64_t groups = 1;  // number of groups: independent copies of these ranks (sim/frontend/groups)
    std::int64_t group = 0;   // number of the group that this object describes
    std::uint64_t seed = 1;
    bool data = true;  // false: simulate only packets and times, without window contents
    Progress progress = Progress::calls;
    AgentSettings agent;  // with Progress::agent
    Semantics semantics = Semantics::off;
    Propagation propagation = Propagation::eager;
    PlatformSettings platform;
    Costs costs;
    const Family* family = nullptr;                    // never null in a scenario that was read
    std::shared_ptr<const ProtocolSettings> protocol;  // settings of that family
    std::shared_ptr<CommunicatorTable> communicators;  // null: MPI_COMM_WORLD only
    std::vector<WindowSettings> windows;
    std::vector<WindowSettings> buffers;         // local buffers of each rank, outside windows
    std::optional<Addresses> addresses;          // present if a window is dynamic
    std::vector<std::string> flags;              // names of the flags that threads of a rank use
    bool threads_may_block = false;                   // a thread may block outside MPI until another thread acts
    std::vector<std::vector<Program>> programs;  // each entry: the programs of a rank's threads
    std::vector<std::int32_t> program_of_rank;   // index into `programs`; -1: the rank has no program
    std::vector<std::string> schedule;           // steps of an untimed run, executed in this order; may be empty
    FaultSettings faults;
    Expectations expect;

    // The name for messages: "lock-put" or, with a variant, "lock-put:piggyback-off".
    std::string title() const { return variant.empty() ? name : name + ':' + variant; }
    std::size_t spaces() const { return windows.size() + buffers.size(); }
    const WindowSettings& space(SpaceId id) const { return space_of(windows, buffers, id); }
    // The memory of a space. All spaces that have an address are in one memory, which has the number `spaces()`.
    Over backing_of(SpaceId id) const {
        const Over over = memory_of(id, space(id).over);
        const auto offset = addresses ? addresses->offset_of(over.space) : std::nullopt;
        return offset ? Over{static_cast<SpaceId>(spaces()), *offset + over.disp_bytes} : over;
    }
    bool has_window_comms() const {
        return std::any_of(windows.begin(), windows.end(),
                           [](const WindowSettings& window) { return window.comm != no_window; });
    }
    bool shares_windows() const {
        return std::any_of(windows.begin(), windows.end(), [](const WindowSettings& window) { return window.shared; });
    }
};

}  // namespace rmasim::sim
