// A scenario after reading: all defaults are filled in, all names are resolved, all programs are compiled.
#pragma once

#include "protocol/base/atomic_ops.h"
#include "sim/scenario/model/addresses.h"
#include "sim/scenario/model/communicators.h"
#include "sim/scenario/model/fault_settings.h"
#include "sim/scenario/model/operators.h"
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

// The protocol that a scenario runs, and the settings of that protocol. sim/scenario/families defines both classes.
struct Family;
class ProtocolSettings;

enum class Topology : std::uint8_t { cluster, fat_tree, torus, dragonfly, file };
enum class NetworkModel : std::uint8_t { loggp, flow };
// The times at which a process makes progress: only inside calls, or also when an asynchronous agent polls (AgentKind).
enum class Progress : std::uint8_t { calls, agent };
// The MPI memory model against which a run checks the program (protocol/memmodel). In the separate model, a window has
// a private and a public copy. `off` disables the check.
enum class Semantics : std::uint8_t { off, separate, unified };
// The moment at which an update of one copy of a window reaches the other copy, in the separate model. eager: at once.
// lazy: when a call synchronises the copies. seeded: at either moment; `run` chooses by the seed, and `explore`
// explores both moments.
enum class Propagation : std::uint8_t { eager, lazy, seeded };
// The kind of the agent. A thread or a process uses a processor of its own. A process can access only shared memory. A
// signal handler interrupts the rank's computation.
enum class AgentKind : std::uint8_t { thread, process, signal };

struct AgentSettings {
    AgentKind kind = AgentKind::thread;
    std::int64_t interval_ns = 0;  // time between polls; 0 if the agent polls when a packet arrives
    std::int64_t wake_ns = 0;      // CPU time for waking up the agent
};

struct NetworkSettings {
    NetworkModel model = NetworkModel::loggp;
    // The latency between two nodes that are as near to each other as the topology allows (shapes.h). All links of the
    // route have an equal part of it.
    std::int64_t latency_ns = 1000;
    double bandwidth_gbps = 100;         // of a link and of a NIC
    std::int64_t gap_ns = 10;            // LogGP g: the time that a NIC needs for each packet besides its bytes
    std::int64_t overhead_ns = 50;       // LogGP o: CPU time to pass a packet to the NIC or to receive one from it
    std::int64_t node_latency_ns = 200;  // the latency between two ranks of one node
    double node_bandwidth_gbps = 400;
    std::int64_t header_bytes = 32;  // bytes on the wire in addition to each packet's payload
    std::int64_t reorder_ns = 0;     // maximum random delay of a packet; 0 if packets of a pair keep their order
    // The largest message that is sent at once. A longer one waits for a round trip of the network before its data.
    std::int64_t rendezvous_bytes = 65'536;
};

// The memory order of a node. It determines when a rank's stores into shared memory become visible to other ranks of
// its node, and how old the result of a load may be. sc: stores are visible at once. tso: stores pass a buffer and
// leave it in order. weak: stores leave the buffer in any order, and a load may return a value that was overwritten
// since the rank's last MEM_SYNC.
enum class MemoryOrder : std::uint8_t { sc, tso, weak };
enum class CachePolicy : std::uint8_t { write_back, write_through };

// The memory of a node. Only scenarios with shared windows use it.
struct MemorySettings {
    MemoryOrder order = MemoryOrder::tso;
    // The size of each rank's store buffer, in words of 8 bytes. If the buffer is full, the oldest store leaves the
    // buffer.
    std::int64_t store_buffer = 64;
    std::int64_t drain_ns = 100;  // maximum time that a store stays in the buffer
    // Maximum number of overwritten words per node whose old values may still be loaded.
    std::int64_t stale_words = 64;
    std::int64_t stale_ns = 100;  // maximum age of an old value that a load may return
    // If false, caches keep their lines until the protocol flushes or invalidates them.
    bool coherent = true;
    CachePolicy cache = CachePolicy::write_back;  // used only if `coherent` is false
    // The number of cache lines per rank. A line has 64 bytes. A full cache evicts the least recently used line.
    std::int64_t cache_lines = 512;
    std::vector<MemSync> without_mem_sync;  // calls of MEM_SYNC in the protocol that the run omits

    bool leaves_out(MemSync sync_point) const {
        return std::find(without_mem_sync.begin(), without_mem_sync.end(), sync_point) != without_mem_sync.end();
    }
};

// Abilities and costs of a NIC that executes operations without the target's process (protocol/base/nic.h).
struct NicSettings {
    std::int64_t overhead_ns = 50;    // CPU time to pass a request to the NIC, in addition to issue_ns
    std::int64_t completion_ns = 50;  // CPU time of the origin to notice that an operation is complete
    std::int64_t inline_bytes = 64;   // largest put whose data the CPU copies into the request
    std::int64_t operation_ns = 100;
    std::int64_t read_ns = 200;    // time to fetch data from memory, in addition to operation_ns
    double bandwidth_gbps = 200;   // to and from memory
    std::int64_t atomic_ns = 100;  // time of an atomic operation in addition to operation_ns
    // Maximum length of an operation that the NIC executes atomically.
    std::uint32_t atomic_bytes = 4096;
    std::vector<AtomicOp> atomics = every_atomic_op();  // the atomic operations that the NIC can execute

    NicAtomics abilities() const { return {AtomicOps(atomics), atomic_bytes}; }
};

struct NetworkPreset;

struct PlatformSettings {
    // The preset whose values `network` starts from; null if it starts from the defaults.
    const NetworkPreset* preset = nullptr;
    Topology topology = Topology::cluster;
    std::int64_t ranks_per_node = 1;
    // The extents of a torus. Their product must be at least the number of nodes. Empty for a nearly square torus of
    // two dimensions.
    std::vector<std::int64_t> torus_dimensions;
    // The numbers of down links, up links and parallel links of a fat tree at each level, leaves first. Empty for two
    // levels that are large enough for the nodes.
    std::vector<std::int64_t> fat_tree_down, fat_tree_up, fat_tree_links;
    // Numbers of groups, chassis per group, blades per chassis and nodes per blade. Empty if rmasim chooses them.
    std::vector<std::int64_t> dragonfly;
    MemorySettings memory;
    NicSettings nic;
    std::string file;  // for Topology::file: a SimGrid platform file in XML; the path is relative to the scenario file
    NetworkSettings network;
};

// The CPU times of a rank's actions, in nanoseconds. scenarios/README.md explains each value.
struct Costs {
    std::int64_t call_ns = 20;             // entering any call
    std::int64_t post_op_ns = 40;          // filling an operation element and adding it to a queue
    std::int64_t search_step_ns = 4;       // visiting one target element during a search of a slot's list
    std::int64_t walk_slot_ns = 0;         // visiting one slot during a walk over a window's table
    std::int64_t issue_ns = 30;            // building a packet
    std::int64_t handle_ns = 40;           // dispatching a received packet
    std::int64_t mem_sync_ns = 30;         // a full memory barrier
    std::int64_t mutex_ns = 30;            // locking or unlocking a mutex in shared memory
    std::int64_t write_back_line_ns = 10;  // writing back one cache line
    std::int64_t invalidate_line_ns = 2;   // invalidating one cache line
    double copy_gbps = 80;                 // memory copies: gathering origin data, reading or writing target memory
    // The largest message whose data are copied. A longer one is sent from and received into the user's memory.
    std::int64_t copy_limit_bytes = 16'384;
    std::int64_t copy_segment_bytes = 8'192;  // the copies of a longer message overlap with its transfer
    double reduce_ns = 0.5;                   // computing one element of an accumulate
    // A load or store of an operation without a packet: direct_ns, and the bytes at a rate that depends on their
    // number.
    std::int64_t direct_ns = 20;
    std::int64_t direct_small_bytes = 16'384;
    double direct_small_gbps = 568;  // up to direct_small_bytes
    std::int64_t direct_medium_bytes = 262'144;
    double direct_medium_gbps = 208;  // up to direct_medium_bytes
    double direct_large_gbps = 80;
};

// The memory of a window that is created over a buffer or over another window.
struct Over {
    SpaceId space = 0;
    std::uint64_t disp_bytes = 0;
};
// The memory of a window or buffer. If `over` is empty, `space` has memory of its own. Otherwise `over` is the memory.
inline Over memory_of(SpaceId space, const std::optional<Over>& over) { return over.value_or(Over{space, 0}); }

// A window, or a local buffer of each rank. A buffer uses only some of the members.
struct WindowSettings {
    std::string name;
    PerRank bytes;          // the size of each rank's window segment
    bool shared = false;    // True if the ranks of a node can directly access each other's window segments.
    PerRank disp_unit = 1;  // in bytes; an operation uses the disp_unit of the window segment that it accesses
    bool by_call = false;   // True if a program creates the window, so the window does not exist from the start.
    bool always = true;     // True if no program creates or frees the window.
    // True if the memory is from MPI_ALLOC_MEM: processes on the same node can then access it.
    bool alloc_mem = true;
    Rank ranks = 0;              // the window exists on communicator ranks 0 .. ranks-1; 0 if it exists on all
    std::optional<Over> over{};  // the memory under the window; empty if the window has memory of its own
    bool dynamic = false;        // True for a dynamic window, to which programs attach memory.
    bool in_any_order = false;   // True if accumulates of one origin are not ordered.
    // True if concurrent accumulates must use the same operation. NO_OP counts as a different operation (MPI's
    // `same_op`).
    bool same_op = false;
    bool no_locks = false;   // True if no rank locks the window.
    bool same_size = false;  // True if all ranks have the same `bytes`.
    bool same_disp_unit = false;
    // The communicators that create the window (CommunicatorTable). `no_window` if all ranks create it.
    WindowId comm = no_window;
    // True if some WIN_CHANGE_COMM names a communicator. Any rank may then become a member of the window.
    bool changes_comm = false;

    // True if the window has the same size on all ranks and its disp_unit is a byte. Error messages then state only the
    // size.
    bool is_plain() const { return bytes.same() && disp_unit.max() == 1; }
};

// The word for a space in messages: "window" or "buffer".
inline std::string_view kind_of_space(const std::vector<WindowSettings>& windows, SpaceId id) {
    return id < windows.size() ? "window" : "buffer";
}
inline const WindowSettings& space_of(const std::vector<WindowSettings>& windows,
                                      const std::vector<WindowSettings>& buffers, SpaceId id) {
    return id < windows.size() ? windows[id] : buffers[id - windows.size()];
}

// The expected values of elements in a window.
struct MemoryExpectation {
    std::string location;  // the JSON path in the scenario
    std::string ranks;     // a set of ranks, written as in programs[].ranks
    WindowId window = 0;
    std::uint64_t disp_bytes = 0;
    Datatype datatype = Datatype::byte;
    // One value for each element. Each is an expression over rank and size.
    std::vector<std::string> values;
};

// The expected state of a synchronisation counter.
struct CounterExpectation {
    std::string location;  // the JSON path in the scenario
    std::string ranks;
    WindowId window = 0;
    std::uint32_t counter = 0;  // the number of the counter among the rank's counters of the window
    std::optional<std::int64_t> value, lost;
};

// An expected count: a number, or the range of {"min": ..., "max": ...}.
struct CountRange {
    std::uint64_t min = 0;
    std::uint64_t max = INT64_MAX;

    CountRange() = default;
    CountRange(std::uint64_t count) : min(count), max(count) {}
    bool has(std::uint64_t count) const { return min <= count && count <= max; }
    bool operator==(const CountRange&) const = default;
};
using KindCounts = std::map<std::string, CountRange>;

struct Expectations {
    // One of "finished", "deadlock", "lost_rank", "lost_packet", "erroneous", "assertion", "crash".
    std::optional<std::string> outcome;
    std::optional<CountRange> messages_total;
    std::optional<CountRange> messages_bytes;
    // Packet counts by kind: for all packets, and for packets between nodes. Kinds that are not listed must not occur.
    std::optional<KindCounts> by_kind, between_nodes;
    // Alternatives to `by_kind`, for implementations whose packets depend on a race. One alternative must match.
    std::vector<KindCounts> by_kind_alternatives;
    // The counts of each listed pair of ranks: "0>1" -> kind -> count. Other pairs are not checked.
    std::optional<std::map<std::string, KindCounts>> by_pair;
    std::vector<MemoryExpectation> memory;
    std::vector<CounterExpectation> counters;
    // The keys are pools: "op.local.w", "op.global", "target.local.w", "target.global".
    std::map<std::string, std::uint64_t> high_water_at_most;
    std::optional<std::int64_t> time_ns_min, time_ns_max;

    bool any() const;
};

// A scenario that was read. If the scenario has groups, the object is one of its groups.
struct Scenario {
    std::string name;
    std::string variant{};  // the variant's name; empty without a variant
    std::string about;
    Scope scope;  // the names that expressions outside programs may use: `params`, then rank and size
    Rank ranks = 1;
    std::int64_t groups = 1;  // the number of groups, which are independent copies of these ranks (sim/frontend/groups)
    std::int64_t group = 0;   // the number of the group that this object is, from 0
    std::uint64_t seed = 1;
    bool data = true;  // If false, the run simulates only packets and times, without window contents.
    Progress progress = Progress::calls;
    AgentSettings agent;  // used with Progress::agent
    Semantics semantics = Semantics::off;
    Propagation propagation = Propagation::eager;
    PlatformSettings platform;
    Costs costs;
    const Family* family = nullptr;                    // not null after the scenario was read
    std::shared_ptr<const ProtocolSettings> protocol;  // the settings of that family
    std::shared_ptr<CommunicatorTable> communicators;  // null if MPI_COMM_WORLD is the only communicator
    std::vector<ReductionOperator> operators;          // UserOperator::number is the index
    std::vector<WindowSettings> windows;
    std::vector<WindowSettings> buffers;  // the local buffers of each rank, which are not windows
    std::optional<Addresses> addresses;   // empty if no window is dynamic
    std::vector<std::string> flags;       // the names of the flags that threads of a rank use
    // True if a thread may block outside MPI until another thread acts.
    bool threads_may_block = false;
    std::vector<std::vector<Program>> programs;  // each entry has the programs of a rank's threads
    std::vector<std::int32_t> program_of_rank;   // index into `programs`; -1 if the rank has no program
    // The steps that an untimed run executes, in this order. Empty if the scenario has no schedule.
    std::vector<std::string> schedule;
    FaultSettings faults;
    Expectations expect;

    // The scenario's name in messages: "lock-put", or "lock-put:piggyback-off" with a variant.
    std::string title() const { return variant.empty() ? name : name + ':' + variant; }
    std::size_t spaces() const { return windows.size() + buffers.size(); }
    const WindowSettings& space(SpaceId id) const { return space_of(windows, buffers, id); }
    // The memory of a space (a window or a local buffer). All spaces with an address are in one memory, which has the
    // number `spaces()`.
    Over backing_of(SpaceId id) const {
        const Over over = memory_of(id, space(id).over);
        const auto offset = addresses ? addresses->offset_of(over.space) : std::nullopt;
        return offset ? Over{static_cast<SpaceId>(spaces()), *offset + over.disp_bytes} : over;
    }
    bool has_window_comms() const {
        return std::any_of(windows.begin(), windows.end(), [](const WindowSettings& window) {
            return window.comm != no_window || window.changes_comm;
        });
    }
    bool shares_windows() const {
        return std::any_of(windows.begin(), windows.end(), [](const WindowSettings& window) { return window.shared; });
    }
};

}  // namespace rmasim::sim
