// A random program as plain data: the calls of each rank, step by step. The bench runs it untimed, the scenario
// writer turns it into a file, and the sequential model predicts the memory that it leaves.
//
// A window consists of 64-byte blocks: one for each origin, then some that all origins share, then perhaps one that its
// owner loads and stores. PUTs, GETs and all kinds
// of accumulates go to the origin's own blocks; shared blocks only take accumulates with one commuting operation. So
// the final memory of a legal program does not depend on the order of delivery.
//
// The threads of a rank meet where a step says so; what they do in between may happen in any order (random_threads.h).
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "protocol/base/proc_null.h"
#include "protocol/parts/group_wait.h"
#include "sim/scenario/expression/picks.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/scenario.h"
#include "sim/untimed/fuzz/random_faults.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::fuzz {

using sim::ThreadId;

inline constexpr std::uint64_t block_bytes = 64;
inline constexpr std::uint64_t shared_blocks = 4;
inline constexpr ThreadId max_threads = 3;

// What only calls on synchronisation counters and persistent requests need. Handles and requests are variables of the
// step's thread: "h3", "q3".
struct CounterArguments {
    std::vector<std::uint32_t> handles = {};
    std::vector<std::uint32_t> requests = {};
    SyncModes modes = SyncModes::none;
    std::int64_t count = 0;
    bool restart = false;
    std::uint32_t tag = 0;      // of a message with a handle; the other rank is the step's target
    Rank new_size = 0;          // WIN_CHANGE_COMM; the peer is the step's target
    int unit = -1;              // the part of the program that it belongs to (RandomProgram::units)
    bool essential = false;     // without it the rest of the unit is no legal program
    bool shows_window = false;  // when it returns, the rank's window has all that was written there
};

// What only reads of what another rank wrote need (random_reads.h).
struct ReadArguments {
    int exchange = -1;         // the part of the program that it belongs to (RandomProgram::exchanges)
    bool loads = false;        // a GET of one element that is made as a load
    bool into_window = false;  // the result is in the rank's own part of the step's window, ...
    std::uint64_t into = 0;    // ... from this byte on, and not among the results
    bool ticket = false;       // a fetched number, in variable "k<exchange>": who has the last one of all ranks ...
    bool of_last = false;      // ... makes this operation; that of others is to nobody (random_reads.cpp)
};

// What a rank does with its own memory, in place of a call: a load into variable "l<variable>", or a store of one word.
struct LocalAccess {
    enum class Kind : std::uint8_t { none, load, store };
    // What a load expects, and what a store writes: nothing in particular, the step's `value`, or that of another
    // variable (a store adds the step's `value` to it).
    enum class Operand : std::uint8_t { none, value, variable };

    Kind kind = Kind::none;
    // Of the window, at the step's region; or of what the operation with the same `result` fetched, from there on.
    bool of_results = false;
    Operand operand = Operand::none;
    std::uint32_t variable = 0;
    std::uint32_t other = 0;
};

struct Step {
    Call call = Call::none;
    LocalAccess access = {};  // if it is no call
    WindowId window = 0;
    Rank target = no_rank;
    LockType lock_type = LockType::shared;
    Assert asserts = Assert::none;
    Group group = {};
    // Operations send value + k * step as element k; COMPARE_AND_SWAP sends value and compares with value + step.
    OpKind kind = OpKind::put;
    ReduceOp reduce = ReduceOp::replace;
    Region region = {};           // in bytes
    bool origin_derived = false;  // the origin's datatype is derived
    std::int64_t value = 0;
    std::int64_t step = 0;
    bool by_store = false;               // a PUT to the rank's own part that is a store: no call, and bound to no epoch
    bool adds_result = false;            // a PUT sends `value` plus what an earlier operation fetched to `result`
    std::uint32_t result = 0;            // fetching operations: their first word in the rank's results
    std::uint32_t request = 0;           // r-forms and request_wait: number of the request at this rank
    Call waits_by = Call::request_wait;  // request_wait: the call, of a list of this request alone if it is another
    int phase = 0;                       // no rank begins a phase before all ranks have ended the previous one
    ThreadId thread = 0;                 // of the rank
    bool meets = false;                  // all threads of the rank meet before this step
    CounterArguments more = {};
    ReadArguments read = {};
    int comm = -1;  // barrier, messages: the communicator (random_communicators.h); -1: that of all ranks
};

// All ranks are outside of all passive-target epochs. In an exchange they may be inside.
inline bool ends_stretch(const Step& step) {
    return step.call == Call::barrier && step.comm < 0 && step.read.exchange < 0;
}

// What it fetches is in "results" at the end.
inline bool has_results(const Step& step) {
    return is_operation(step.call) && fetches(step.kind) && !step.read.into_window && !step.read.ticket;
}

// How the ranks are split into communicators.
struct RandomSplit {
    enum class Way : std::uint8_t { rows, columns, some, reversed, mixed, nodes };
    Way way = Way::rows;
    Rank width = 2;
};
inline constexpr std::uint64_t random_split_ways = 6;

// Steps of a program with counters that are all there or all gone: a signal that is left out leaves its target waiting.
struct Unit {
    std::size_t steps = 0;  // essential ones of all ranks, without barriers
    bool barrier = false;   // every rank has one
    int within = -1;        // the unit that must be there too
};

// How the threads of a rank meet: by messages of the rank to itself, at a barrier, or by a flag of each.
enum class Meeting : std::uint8_t { messages, barrier, flags };

struct RandomProgram {
    Rank ranks = 2;
    WindowId windows = 1;
    bool ordered = true;
    Rank ranks_per_node = 1;     // windows are shared if above 1
    sim::MemorySettings memory;  // of a node, if windows are shared
    ThreadId threads = 1;        // of each rank
    Meeting meeting = Meeting::messages;
    bool with_params = false;      // its scenario gives the number of ranks as a parameter
    bool agent = false;            // looks between calls
    bool agent_process = false;    // it is a process, and every other window is private (is_private)
    bool private_results = false;  // so is what operations fetch
    const sim::Family* family = &sim::default_family();
    std::shared_ptr<const sim::ProtocolSettings> settings = family->default_settings();
    sim::Semantics semantics = sim::Semantics::off;  // the memory model under which it must be legal
    sim::Propagation propagation = sim::Propagation::eager;
    std::vector<std::vector<WindowShape>> shapes;  // by window and rank; empty: `window_bytes`, units of 1
    std::vector<Rank> window_ranks;                // by window: the first so many have it; empty: all
    std::vector<Unit> units;                       // empty: no synchronisation counters
    std::vector<std::size_t> exchanges;            // by number: the steps of all ranks, which are all there or all gone
    std::vector<RandomSplit> communicators;        // beside that of all ranks
    std::vector<int> window_comms;                 // by window: its communicator, -1: all ranks; empty: all of all
    bool early_signals = false;                    // some come before the START that they are for
    bool owner_block = false;                      // windows have a block that their owner loads and stores
    // By window and rank: the byte of a buffer where the blocks of a dynamic window begin (random_dynamic.h). Empty for
    // a window that is not dynamic; all empty: no window is.
    std::vector<std::vector<std::uint64_t>> first_in_buffer;
    std::vector<RandomFault> faults;
    // By rank, those of all threads. One thread may make all of them, in this order: it is a legal program as well.
    std::vector<std::vector<Step>> steps;
    std::vector<std::uint32_t> results;   // by rank: number of words of results
    std::vector<std::uint32_t> requests;  // by rank: number of requests

    // So many ranks that do nothing; `words` of results each.
    void begin(Rank count, std::uint32_t words = 0) {
        ranks = count;
        steps.assign(static_cast<std::size_t>(count), {});
        results.assign(static_cast<std::size_t>(count), words);
        requests.assign(static_cast<std::size_t>(count), 0);
    }
    bool is_private(WindowId window) const { return agent_process && window % 2 == 0; }
    bool is_dynamic(WindowId window) const { return !first_in_buffer.empty() && !first_in_buffer[window].empty(); }
    bool orders_accumulates() const { return family->orders_accumulates(*settings); }
    // The blocks of a window. A part may have more bytes, which nobody uses.
    std::uint64_t window_bytes() const { return owner_at() + (owner_block ? block_bytes : 0); }
    // Where the block is that the owner loads and stores; behind all others.
    std::uint64_t owner_at() const { return (static_cast<std::uint64_t>(ranks) + shared_blocks) * block_bytes; }
    WindowShape shape(WindowId window, Rank rank) const {
        if (!window_comms.empty() && !has_part(window, rank)) return {0, 1};
        const bool usual = shapes.empty() || is_dynamic(window);
        return usual ? WindowShape{window_bytes(), 1} : shapes[window][static_cast<std::size_t>(rank)];
    }
    bool has_part(WindowId window, Rank rank) const;  // random_communicators.cpp
    // Of an operation, as its call has it: in units of its target. (On a dynamic window, from the address on that the
    // target has told.)
    std::uint64_t disp_of(const Step& step) const {
        if (step.target == proc_null) return 0;  // nobody's window has bytes
        return step.region.disp / shape(step.window, step.target).disp_unit;
    }
};

// The variable that a ticket is in.
std::string ticket_of(const Step& step);
// An expression: if the rank has the last ticket, in the variable of that name, the step's target; otherwise nobody.
std::string target_of_last(const RandomProgram& program, Rank rank, const Step& step, const std::string& ticket);

// The names in scenarios: "w0", "w1", ...
std::vector<std::string> window_names(const RandomProgram& program);

using sim::chance;

// Whether message counts may depend on the order of events: which operation finds an element, which call finds
// operations deferred, which request finds a full buffer. With large enough settings they do not.
enum class MessageCounts { may_depend_on_order, fixed };

// Draws nodes and what the memory that their ranks share is like.
void draw_nodes(std::uint64_t seed, RandomProgram& program);
// Draws whether an agent looks between calls, where packets lie until a look.
void draw_agent(std::uint64_t seed, RandomProgram& program);
// Settings are drawn without regard to what is private, and to threads: changes them where the program would not be
// legal with them.
void fit_settings(RandomProgram& program);
// Where all ranks are on one node: gaps in some operations, stores of owners, reads of what other ranks wrote in
// another fence epoch, and NOSTORE where it is true.
void draw_sharing(std::uint64_t seed, RandomProgram& program);
// Draws how threads meet, and whether the scenario has parameters.
void draw_wording(std::uint64_t seed, RandomProgram& program);
// Takes all elements from some operations of some programs.
void draw_empty_operations(std::uint64_t seed, RandomProgram& program);
// Sends some operations of some programs to MPI_PROC_NULL; where signals count operations, copies of some.
void draw_null_targets(std::uint64_t seed, RandomProgram& program);
// Gives some PUTs and GETs of some programs elements of 16 bytes.
void draw_wide_elements(std::uint64_t seed, RandomProgram& program);
// Gives some operations of some programs a derived datatype at their origin.
void draw_origin_types(std::uint64_t seed, RandomProgram& program);
// Adds epochs in which owners load and store what others access under exclusive locks (random_owner.cpp).
void draw_owners(std::uint64_t seed, RandomProgram& program);
// Adds epochs that some rank opens only after a message of one that is inside already (random_late.cpp).
void draw_late_entries(std::uint64_t seed, RandomProgram& program);
// Lets WAITALL, WAITANY and WAITSOME wait for some requests of some programs.
void draw_waits(std::uint64_t seed, RandomProgram& program);
// Draws sizes and displacement units of windows, and calls that create and free them, for a program without any.
void draw_windows(std::uint64_t seed, RandomProgram& program);

// Draws only calls that the family implements.
RandomProgram make_random_program(std::uint64_t seed, MessageCounts counts = MessageCounts::may_depend_on_order,
                                  const sim::Family& family = sim::default_family());
inline RandomProgram make_random_program(std::uint64_t seed, const sim::Family& family) {
    return make_random_program(seed, MessageCounts::may_depend_on_order, family);
}

}  // namespace rmasim::fuzz
