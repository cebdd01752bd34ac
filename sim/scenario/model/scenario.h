// A scenario after reading: all defaults filled in, all names resolved, all programs compiled.
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

// sim/scenario/families: which protocol a scenario runs, and the settings of that protocol.
class Family;
class ProtocolSettings;

enum class Topology : std::uint8_t { cluster, fat_tree, torus, dragonfly, file };
enum class NetworkModel : std::uint8_t { loggp, flow };
// Progress of a rank between calls: none, or by an asynchronous agent with its own processor.
enum class Progress : std::uint8_t { calls, agent };
// Which of MPI's memory models the program is held against (protocol/memmodel): none, MPI-2's two copies of a window,
// or the one copy that MPI-3 allows.
enum class Semantics : std::uint8_t { off, separate, unified };
// When an update of one copy reaches the others (separate model): at once, when a call makes them equal, or one or
// the other. `run` draws it from the seed, `explore` plays both.
enum class Propagation : std::uint8_t { eager, lazy, seeded };
// What the agent is. A thread and a process have a processor of their own; a process only reaches shared memory. A
// signal handler interrupts the rank's computation.
enum class AgentKind : std::uint8_t { thread, process, signal };

struct AgentSettings {
    AgentKind kind = AgentKind::thread;
    std::int64_t interval_ns = 0;  // from one look to the next; 0: it looks when a packet arrives
    std::int64_t wake_ns = 0;      // what waking up costs
};

struct NetworkSettings {
    NetworkModel model = NetworkModel::loggp;
    std::int64_t latency_ns = 1000;      // cluster: the whole way between two nodes; other topologies: one link
    double bandwidth_gbps = 100;         // of a link and of a NIC
    std::int64_t gap_ns = 10;            // loggp g: least time between two packets of one NIC
    std::int64_t overhead_ns = 50;       // loggp o: CPU time to hand a packet to the NIC, or take one from it
    std::int64_t node_latency_ns = 200;  // between two ranks of one node
    double node_bandwidth_gbps = 400;
    std::int64_t header_bytes = 32;  // added to every packet's payload on the wire
    std::int64_t reorder_ns = 0;     // a packet is late by up to this much; 0: packets of a pair keep their order
};

// Memory order: when a rank's stores into shared memory become visible to other ranks of its node, and how stale a load
// may be. sc: at once. tso: stores wait in a buffer and leave it in order. weak: they leave it in any order, and a load
// may return a value that was overwritten since the rank's last MEM_SYNC.
enum class MemoryOrder : std::uint8_t { sc, tso, weak };
enum class CachePolicy : std::uint8_t { write_back, write_through };

// The memory of a node, for shared windows.
struct MemorySettings {
    MemoryOrder order = MemoryOrder::tso;
    std::int64_t store_buffer = 64;  // words (8 bytes) per rank; if it is full, the oldest one leaves
    std::int64_t drain_ns = 100;     // a store leaves the buffer within this time
    std::int64_t stale_words = 64;   // per node: overwritten words whose old values may still be loaded
    std::int64_t stale_ns = 100;     // upper bound for the age of a stale value
    bool coherent = true;            // false: caches keep their lines until the protocol flushes or drops them
    CachePolicy cache = CachePolicy::write_back;  // used if not coherent
    std::int64_t cache_lines = 512;  // per rank, 64 bytes each; if it is full, the least recently used line leaves
    std::vector<MemSync> without_mem_sync;  // omitted wherever the protocol has them

    bool leaves_out(MemSync place) const {
        return std::find(without_mem_sync.begin(), without_mem_sync.end(), place) != without_mem_sync.end();
    }
};

// What a node's network interface needs to carry out an operation by itself (protocol/base/nic.h).
struct NicSettings {
    std::int64_t operation_ns = 100;
    double bandwidth_gbps = 200;                        // to and from memory
    std::int64_t atomic_ns = 100;                       // beside operation_ns, for what is read and changed
    std::uint32_t atomic_bytes = 4096;                  // of one atomic operation, at most
    std::vector<AtomicOp> atomics = every_atomic_op();  // that it carries out

    NicAtomics abilities() const { return {AtomicOps(atomics), atomic_bytes}; }
};

struct NetworkPreset;

struct PlatformSettings {
    const NetworkPreset* preset = nullptr;  // what `network` began with; null: the defaults
    Topology topology = Topology::cluster;
    std::int64_t ranks_per_node = 1;
    std::vector<std::int64_t> torus_dimensions;  // torus: product >= nodes; empty: as square as possible, 2-D
    std::vector<std::int64_t> fat_tree_down, fat_tree_up,
        fat_tree_links;                   // per level, leaves first; empty: two levels that fit
    std::vector<std::int64_t> dragonfly;  // groups, chassis per group, blades per chassis, nodes per blade; empty: fits
    MemorySettings memory;
    NicSettings nic;
    std::string file;  // Topology::file: a SimGrid platform XML, relative to the scenario file
    NetworkSettings network;
};

// CPU time charged to a rank, in nanoseconds. scenarios/README.md says what each value covers.
struct Costs {
    std::int64_t call_ns = 20;             // entering any call
    std::int64_t post_op_ns = 40;          // filling an operation element and queueing it
    std::int64_t search_step_ns = 4;       // each target element looked at in a slot's list
    std::int64_t walk_slot_ns = 0;         // each slot that a walk over a window's table looks at
    std::int64_t issue_ns = 30;            // building a packet
    std::int64_t handle_ns = 40;           // dispatching an arrived packet
    std::int64_t mem_sync_ns = 30;         // a full memory barrier
    std::int64_t mutex_ns = 30;            // locking a mutex in shared memory, and unlocking it
    std::int64_t write_back_line_ns = 10;  // each cache line that is written back ...
    std::int64_t invalidate_line_ns = 2;   // ... or dropped
    double copy_gbps = 80;                 // memory copies: origin data gathered, target memory read or written
};

// A window's parts, or a local buffer of each rank: bytes that have a name.
using SpaceId = WindowId;  // the windows, then the buffers

// Where a window lies that has no memory of its own: in a buffer, or in the memory of another window.
struct Over {
    SpaceId space = 0;
    std::uint64_t disp_bytes = 0;
};
// Where `space` lies if it may be over another: there, or in memory of its own.
inline Over memory_of(SpaceId space, const std::optional<Over>& over) { return over.value_or(Over{space, 0}); }

struct WindowSettings {
    std::string name;
    PerRank bytes;               // of each rank's part
    bool shared = false;         // the ranks of a node can access each other's parts directly
    PerRank disp_unit = 1;       // bytes; of the part that an operation accesses
    bool by_call = false;        // some program creates it: it does not exist from the start
    bool always = true;          // no program creates or frees it
    bool alloc_mem = true;       // from MPI_ALLOC_MEM: a process on the same node can reach it
    Rank ranks = 0;              // the first so many have it from the start; 0: all
    std::optional<Over> over{};  // none: it has memory of its own
    bool dynamic = false;        // it has none, but reaches what the program attaches to it
    bool in_any_order = false;   // accumulates of one rank are not ordered
    WindowId comm = no_window;   // the communicators that have one each (CommunicatorTable); no_window: all ranks

    // Nothing that errors would have to say beyond its size.
    bool is_plain() const { return bytes.same() && disp_unit.most() == 1; }
};

// "window", "buffer"
inline std::string_view kind_of_space(const std::vector<WindowSettings>& windows, SpaceId id) {
    return id < windows.size() ? "window" : "buffer";
}
inline const WindowSettings& space_of(const std::vector<WindowSettings>& windows,
                                      const std::vector<WindowSettings>& buffers, SpaceId id) {
    return id < windows.size() ? windows[id] : buffers[id - windows.size()];
}

struct MemoryExpectation {
    std::string place;  // JSON path in the scenario
    std::string ranks;  // as in programs[].ranks
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Datatype datatype = Datatype::byte;
    std::vector<std::string> values;  // one per element; expressions over rank and size
};

struct CounterExpectation {
    std::string place;  // JSON path in the scenario
    std::string ranks;
    WindowId window = 0;
    std::uint32_t counter = 0;  // of those that a rank has of the window
    std::optional<std::int64_t> value, lost;
};

struct Expectations {
    // "finished", "deadlock", "lost_rank", "lost_packet", "erroneous", "assertion", "crash"
    std::optional<std::string> outcome;
    std::optional<std::uint64_t> messages_total;
    std::optional<std::uint64_t> messages_bytes;
    // Complete lists: a kind that is not named must not occur. For all packets, and for packets between nodes.
    std::optional<std::map<std::string, std::uint64_t>> by_kind, between_nodes;
    // Where a real implementation races: lists any of which may be met instead of `by_kind`.
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

struct Scenario {
    std::string name;
    std::string variant{};  // of those in the file; empty: the file as it is
    std::string about;
    Scope scope;  // what expressions outside programs may use: `params`, then rank and size
    Rank ranks = 1;
    std::int64_t groups = 1;  // so many times these ranks, which never meet (sim/frontend/groups)
    std::int64_t group = 0;   // which of them this scenario is
    std::uint64_t seed = 1;
    bool data = true;  // keep window contents; false: simulate only messages and times
    Progress progress = Progress::calls;
    AgentSettings agent;  // with Progress::agent
    Semantics semantics = Semantics::off;
    Propagation propagation = Propagation::eager;
    PlatformSettings platform;
    Costs costs;
    const Family* family = nullptr;                    // never null once the scenario is read
    std::shared_ptr<const ProtocolSettings> protocol;  // settings of that family
    std::shared_ptr<CommunicatorTable> communicators;  // null: only that of all ranks
    std::vector<WindowSettings> windows;
    std::vector<WindowSettings> buffers;         // of each rank, outside windows
    std::optional<Addresses> addresses;          // if a window is dynamic
    std::vector<std::string> flags;              // of the threads of each rank: their names
    bool threads_meet = false;                   // some thread may wait for another one outside MPI
    std::vector<std::vector<Program>> programs;  // each entry: the programs of a rank's threads
    std::vector<std::int32_t> program_of_rank;   // index into `programs`; -1: the rank has nothing to do
    std::vector<std::string> schedule;           // steps to play in this order, without a clock; may be empty
    FaultSettings faults;
    Expectations expect;

    // For messages: "lock-put" or, of a variant, "lock-put:piggyback-off".
    std::string title() const { return variant.empty() ? name : name + ':' + variant; }
    std::size_t spaces() const { return windows.size() + buffers.size(); }
    const WindowSettings& space(SpaceId id) const { return space_of(windows, buffers, id); }
    // The memory that a space lies in, and where. All that has an address lies in one memory, number `spaces()`.
    Over place_of(SpaceId id) const {
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
