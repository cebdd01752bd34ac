// A random program as plain data: the calls of each rank, step by step. The program runner executes a random program in
// the untimed world, the scenario writer converts it to a file, and the sequential model predicts its final memory.
//
// A window consists of 64-byte blocks. The first blocks belong to one origin each. The next blocks are shared by all
// origins. In some programs, there is a last block, which the window's owner loads and stores. An origin accesses its
// own block by PUTs, GETs and all kinds of accumulates. Shared blocks are only accessed by accumulates with one
// commuting operation. So the final memory of a legal program does not depend on the order of delivery.
//
// If a step has `syncs_threads`, the threads of the rank synchronise before it. Between two such steps, the threads may
// run in any order (random_threads.h).
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "protocol/base/types.h"
#include "protocol/parts/groups/group_wait.h"
#include "sim/scenario/expression/picks.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/scenario.h"
#include "sim/untimed/fuzz/program/random_faults.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::fuzz {

using sim::ThreadId;

inline constexpr std::uint64_t block_bytes = 64;
inline constexpr std::uint64_t shared_blocks = 4;
inline constexpr ThreadId max_threads = 3;

// Arguments of calls on synchronisation counters and persistent requests. Handles and requests are variables of the
// step's thread: "h3", "q3".
struct CounterArguments {
    std::vector<std::uint32_t> handles = {};
    std::vector<std::uint32_t> requests = {};
    SyncModes modes = SyncModes::none;
    std::int64_t count = 0;
    bool restart = false;
    std::uint32_t tag = 0;   // tag of a message that contains a handle; the other rank is the step's target
    Rank new_size = 0;       // only for WIN_CHANGE_COMM: the new size of the group; the peer is the step's target
    int unit = -1;           // the unit of the step (RandomProgram::units)
    bool essential = false;  // true if the rest of the unit is not a legal program without this step
    // True if, when the call returns, the rank's window must contain all data that operations have written to it.
    bool shows_window = false;
};

// Arguments of reads of data that another rank wrote (random_reads.h).
struct ReadArguments {
    int exchange = -1;   // the exchange of the step (RandomProgram::exchanges)
    bool loads = false;  // true for a GET of one element that is executed as a load
    // If true, the fetched data are stored in the rank's own segment of the step's window, from byte `into` on, and are
    // not among the results of the rank.
    bool into_window = false;
    std::uint64_t into = 0;  // only with into_window
    bool ticket = false;     // true if the operation fetches a ticket, into variable "k<exchange>"
    // If true, only the rank with the last ticket executes this operation. For other ranks, the target is MPI_PROC_NULL
    // (random_reads.cpp).
    bool of_last = false;
};

// Arguments of the steps of a round of messages (random_messages.h).
struct MessageArguments {
    // The messages that a receive or probe may find: the message with its source and tag, with its tag from any source,
    // with any tag from its source, any message; or no message, because no message has its tag.
    enum class Match : std::uint8_t { exact, any_source, any_tag, any, none };

    int round = -1;   // -1: not a step of a round
    int number = -1;  // of the message in its round; -1 for the calls on the buffer of BSEND, and the round's barrier
    std::uint32_t tag = 0;
    Match match = Match::exact;
    bool probed = false;      // receives: a probe has found the message before
    std::uint32_t room = 0;   // receives: number of elements for which the buffer has room
    std::uint64_t bytes = 0;  // BUFFER_ATTACH: size of the buffer
};

// A load or a store of a rank in its own memory. Such a step is not a call. A load stores its value in a variable, for
// example "l3" if `variable` is 3. A store writes one 64-bit word.
struct LocalAccess {
    enum class Kind : std::uint8_t { none, load, store };
    // The value that a load must return, or that a store writes. With `none`, a load may return any value. With
    // `value`, it is the step's `value`. With `variable`, it is the value of the variable with number `other`; a store
    // adds the step's `value` to this value.
    enum class Operand : std::uint8_t { none, value, variable };

    Kind kind = Kind::none;
    // If false, the load or store accesses the window. If true, it accesses the data that an earlier operation has
    // fetched: the operation whose `result` is the same as this step's.
    bool of_results = false;
    Operand operand = Operand::none;
    std::uint32_t variable = 0;
    std::uint32_t other = 0;
};

struct Step {
    Call call = Call::none;
    LocalAccess access = {};  // only if the step is not a call
    WindowId window = 0;
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Group group = {};
    // An operation sends value + k * step as element k. COMPARE_AND_SWAP sends `value` and compares with value + step.
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;
    Region region = {};           // displacements are in bytes
    bool origin_derived = false;  // true if the datatype at the origin is derived
    std::int64_t value = 0;
    std::int64_t step = 0;
    // If true, the step is a PUT to the rank's own segment that the scenario executes as a store. The store is not a
    // call and may be outside of epochs.
    bool by_store = false;
    // If true, a PUT sends `value` plus the word that an earlier operation has fetched into the rank's results at index
    // `result`.
    bool adds_result = false;
    // Only for operations that fetch data: the index of the first fetched word in the rank's results.
    std::uint32_t result = 0;
    // Only for operations with a request and for request_wait: number of the request at this rank.
    std::uint32_t request = 0;
    // Only for request_wait: the MPI call that waits. If it is WAITALL, WAITANY or WAITSOME, its list has only this
    // request.
    Call waits_by = Call::request_wait;
    // Number of the phase: no rank begins a phase before all ranks have ended the previous phase.
    int phase = 0;
    ThreadId thread = 0;         // number of the thread in its rank
    bool syncs_threads = false;  // true if all threads of the rank synchronise before this step
    CounterArguments more = {};
    ReadArguments read = {};
    MessageArguments message = {};
    // Only for barriers, collective calls and messages: the number of the communicator (random_communicators.h). -1 is
    // the communicator of all ranks.
    int comm = -1;
    std::uint32_t own_operator = 0;  // only for reductions with ReduceOp::user: the number (random_operators.h)
    bool twice = false;              // only for persistent collective calls: the request is started twice
};

// True for a barrier at which all ranks are outside of passive-target epochs. Barriers of an exchange may be inside of
// such epochs. A stretch is the sequence of steps between two barriers for which this function returns true.
inline bool ends_stretch(const Step& step) {
    return step.call == Call::barrier && step.comm < 0 && step.read.exchange < 0;
}

// True if the step fetches data that are in the window "results" at the end of the run.
inline bool has_results(const Step& step) {
    return is_operation(step.call) && fetches(step.kind) && !step.read.into_window && !step.read.ticket;
}

// A split of the ranks into communicators.
struct RandomSplit {
    enum class Way : std::uint8_t { rows, columns, some, reversed, mixed, nodes };
    // The topology of the communicators (random_topologies.h). Each process of a `ring` sends to the next one. In a
    // graph with edges `both_ways`, and in a `torus`, a process sends to both. `twice` has some edges twice. A `chain`
    // and a `line` have ends.
    enum class Topology : std::uint8_t { none, ring, both_ways, twice, chain, torus, line };
    Way way = Way::rows;
    Rank width = 2;
    Topology topology = Topology::none;
};
inline constexpr std::uint64_t random_split_ways = 6, random_topologies = 7;

// A unit is a set of steps of a program with synchronisation counters. The steps of a unit must be kept or removed
// together: for example, if only a signal were removed, the target of the signal would wait forever.
struct Unit {
    std::size_t steps = 0;  // number of essential steps of all ranks, without barriers
    bool barrier = false;   // true if every rank has a barrier in the unit
    int within = -1;        // number of the unit that contains this unit; -1 if there is none
};

// The way in which the threads of a rank synchronise: by messages of the rank to itself, at a barrier, or by a flag of
// each thread.
enum class ThreadSync : std::uint8_t { messages, barrier, flags };

struct RandomProgram {
    Rank ranks = 2;
    WindowId windows = 1;
    bool ordered = true;
    Rank ranks_per_node = 1;     // ranks of a node share windows if this is above 1
    sim::MemorySettings memory;  // memory of a node, if windows are shared
    ThreadId threads = 1;        // number of threads of each rank
    ThreadSync thread_sync = ThreadSync::messages;
    bool with_params = false;  // true if the scenario gives the number of ranks as a parameter
    bool agent = false;        // true if an agent polls between calls
    // True if the agent is an OS process. Every other window is then private memory, which the agent cannot access
    // (is_private).
    bool agent_process = false;
    bool private_results = false;  // true if fetched data are stored in private memory
    const sim::Family* family = &sim::default_family();
    std::shared_ptr<const sim::ProtocolSettings> settings = family->settings.defaults();
    sim::Semantics semantics = sim::Semantics::off;  // the memory model under which the program must be legal
    sim::Propagation propagation = sim::Propagation::eager;
    // The size and the displacement unit of each window segment, by window and rank. If empty, each segment has
    // `window_bytes` bytes and displacement units of 1.
    std::vector<std::vector<WindowShape>> shapes;
    // For each window: the number of ranks that have the window. These are the ranks below this number. If the vector
    // is empty, all ranks have all windows.
    std::vector<Rank> window_ranks;
    std::vector<Unit> units;  // empty if the program has no synchronisation counters
    // For each exchange (random_reads.h): the number of its steps at all ranks. The steps of an exchange must be kept
    // or removed together.
    std::vector<std::size_t> exchanges;
    std::vector<RandomSplit> communicators;  // in addition to the communicator of all ranks
    // For each window: the number of its communicator, or -1 for the communicator of all ranks. If the vector is empty,
    // all ranks have all windows.
    std::vector<int> window_comms;
    bool early_signals = false;  // true if some signals arrive before the START of their counter
    bool owner_block = false;    // true if windows have a block that their owner loads and stores
    // For each dynamic window and rank: the offset at which the window's blocks begin in the rank's buffer
    // (random_dynamic.h). For a window that is not dynamic, the inner vector is empty. If no window is dynamic, the
    // outer vector may be empty.
    std::vector<std::vector<std::uint64_t>> first_in_buffer;
    std::vector<RandomFault> faults;
    // For each rank: the steps of all its threads. These steps must also be a legal program if a single thread executes
    // them in this order.
    std::vector<std::vector<Step>> steps;
    std::vector<std::uint32_t> results;   // by rank: number of words of results
    std::vector<std::uint32_t> requests;  // by rank: number of requests

    // Creates `count` ranks without steps, with `words` words of results each.
    void begin(Rank count, std::uint32_t words = 0) {
        ranks = count;
        steps.assign(static_cast<std::size_t>(count), {});
        results.assign(static_cast<std::size_t>(count), words);
        requests.assign(static_cast<std::size_t>(count), 0);
    }
    bool is_private(WindowId window) const { return agent_process && window % 2 == 0; }
    bool is_dynamic(WindowId window) const { return !first_in_buffer.empty() && !first_in_buffer[window].empty(); }
    bool orders_accumulates() const { return family->processes.rules(*settings).orders_accumulates; }
    // Returns the number of bytes of a window's blocks. A segment may be larger; no rank accesses the remaining bytes.
    std::uint64_t window_bytes() const { return owner_at() + (owner_block ? block_bytes : 0); }
    // Returns the offset of the block that the owner loads and stores, which is the last block of a window.
    std::uint64_t owner_at() const { return (static_cast<std::uint64_t>(ranks) + shared_blocks) * block_bytes; }
    WindowShape shape(WindowId window, Rank rank) const {
        if (!window_comms.empty() && !has_part(window, rank)) return {0, 1};
        const bool usual = shapes.empty() || is_dynamic(window);
        return usual ? WindowShape{window_bytes(), 1} : shapes[window][static_cast<std::size_t>(rank)];
    }
    bool has_part(WindowId window, Rank rank) const;  // random_communicators.cpp
    // Returns the displacement argument of an operation's call, in units of the target. On a dynamic window, the
    // displacement is relative to the address that the target has sent.
    std::uint64_t disp_of(const Step& step) const {
        if (step.target == proc_null) return 0;  // MPI_PROC_NULL has no window
        return step.region.disp / shape(step.window, step.target).disp_unit;
    }
};

// Returns the name of the variable into which the step fetches its ticket (random_reads.h).
std::string ticket_of(const Step& step);
// Returns an expression for the scenario. It evaluates to the step's target if variable `ticket` shows that this rank
// has the last ticket; otherwise it evaluates to MPI_PROC_NULL.
std::string target_of_last(const RandomProgram& program, Rank rank, const Step& step, const std::string& ticket);

// Returns the names of windows in scenarios: "w0", "w1", ...
std::vector<std::string> window_names(const RandomProgram& program);

using sim::chance;

// Specifies whether the numbers of messages may depend on the order of events. The numbers may depend on this order in
// three cases: operations compete for pool elements, calls find different numbers of deferred operations, or a request
// finds a full buffer. With `fixed`, the settings are large enough to exclude these cases.
enum class MessageCounts { may_depend_on_order, fixed };

// Generates the number of nodes and the properties of shared memory in a node.
void generate_nodes(std::uint64_t seed, RandomProgram& program);
// Determines if an agent polls between calls. Has an effect only for families in which packets are queued until a poll.
void generate_agent(std::uint64_t seed, RandomProgram& program);
// Replaces settings that would make the program illegal. Such settings occur because settings are generated
// independently of private memory and threads.
void fit_settings(RandomProgram& program);
// Adds details to programs whose ranks are all on one node: gaps in some operations, stores of owners, reads of data
// that other ranks wrote in another fence epoch, and the assertion NOSTORE for calls before which the rank has not
// stored to its segment.
void generate_sharing(std::uint64_t seed, RandomProgram& program);
// Generates the way in which threads synchronise, and decides if the scenario uses a parameter for the number of ranks.
void generate_wording(std::uint64_t seed, RandomProgram& program);
// Sets the number of elements of some operations of some programs to 0.
void generate_empty_operations(std::uint64_t seed, RandomProgram& program);
// Changes the target of some operations of some programs to MPI_PROC_NULL. In programs with synchronisation counters,
// adds a copy of an operation with this target instead, so the number of operations with a real target stays the same.
void generate_null_targets(std::uint64_t seed, RandomProgram& program);
// Gives some PUTs and GETs of some programs elements of 16 bytes, and some operations of some programs a derived
// datatype at their origin.
void generate_types(std::uint64_t seed, RandomProgram& program);
// Adds epochs in which owners load and store data that other ranks access under exclusive locks (random_owner.cpp).
void generate_owners(std::uint64_t seed, RandomProgram& program);
// Adds an epoch in which one rank waits for a message before it opens the epoch. The sender of this message has opened
// the epoch before it sends the message (random_late.cpp).
void generate_late_entries(std::uint64_t seed, RandomProgram& program);
// Makes some programs use WAITALL, WAITANY and WAITSOME for some requests.
void generate_waits(std::uint64_t seed, RandomProgram& program);
// Generates sizes and displacement units of windows, and calls that create and free windows. Before the call, the
// program must have no sizes, no displacement units and no such calls.
void generate_windows(std::uint64_t seed, RandomProgram& program);

// Generates a random program. The program has only calls that the family implements.
RandomProgram make_random_program(std::uint64_t seed, MessageCounts counts = MessageCounts::may_depend_on_order,
                                  const sim::Family& family = sim::default_family());
inline RandomProgram make_random_program(std::uint64_t seed, const sim::Family& family) {
    return make_random_program(seed, MessageCounts::may_depend_on_order, family);
}

}  // namespace rmasim::fuzz
