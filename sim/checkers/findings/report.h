// The findings of the memory-model checker in a run, with the names and locations of the scenario.
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim::semantics {

struct ReportedAccess {
    std::string what;  // kind of access: "put", "load", "the source buffer of put"
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread;         // nullopt if the rank has only one thread
    std::string location;                        // "programs[0].calls[2].put"
    std::string epoch;                           // "lock_all"; empty for loads and stores
    std::string window;                          // only of operations: the window that the operation accesses
    std::string operation, datatype;             // only of accumulates: "sum", "int64"
    std::uint64_t first_byte = 0, end_byte = 0;  // offsets in the window or the buffer that has the bytes
    std::int64_t time_ns = 0;
    std::string ended_by;  // the call that ended the access, or "open"
};

struct ReportedFinding {
    std::string id, rule, model;  // for example "MM-PAIR-1", "concurrent_rma", "separate"
    std::string page;             // the description of the rule: "protocol/memmodel/RULES.md#concurrent_rma"
    Rank target = no_rank;        // the rank that owns the memory
    std::string memory;           // the window or the local buffer that has the bytes; empty if a buffer has no name
    bool in_buffer = false;       // true: `memory` names a local buffer
    // The location of the WIN_ATTACH if the bytes are in memory that an MPI program has attached to the window. Bytes
    // are then counted from the beginning of the attached memory.
    std::string attached_at;
    // If the buffer is a variable of an MPI program, the part of it that has the bytes: "x[3]", and the line of its
    // declaration, "halo.c:7".
    std::string part, declared_at;
    std::uint64_t first_byte = 0, end_byte = 0;
    bool predicted = false;  // true: this run has ordered the accesses; another order of the program does not
    bool same_bytes = true;  // false: the accesses have no byte in common, only the window
    ReportedAccess first, second;
    // All ranks that make the first and the second access, that own the memory, and the least number of pairs of
    // accesses. All pairs of the same two statements are one finding, and `first` and `second` are the accesses of one
    // of the pairs.
    std::vector<Rank> first_ranks, second_ranks, targets;
    std::uint64_t times = 1;
    std::string missing, remedy;
};

// The extent to which the checker observed a running program's own loads and stores: all of them, only those in code
// that was compiled with --watch, or none. For programs of scenarios the value is always `all`.
enum class Seen : std::uint8_t { all, where_watched, none };
// Returns a sentence about the accesses that the checker did not observe. Returns an empty string if the checker
// observed all accesses.
std::string unseen(Seen seen);

inline constexpr std::size_t max_notes = 10;
// Counts of pairs of conflicting statements that this run has ordered, although another order of the same program might
// not order them. The checker does not necessarily find all such pairs.
struct OrderedByRun {
    std::uint64_t by_lock = 0;   // pairs ordered because one rank acquired a lock before another rank
    std::uint64_t by_match = 0;  // pairs ordered because a receive of any source matched a certain message
    void operator+=(const OrderedByRun& other) {
        by_lock += other.by_lock;
        by_match += other.by_match;
    }
};
// Returns one sentence for `by_lock` and one for `by_match`. There is no sentence for a number that is 0.
std::vector<std::string> lines_of(const OrderedByRun& ordered);

struct Report {
    std::string model;
    std::uint64_t count = 0;                // number of findings; all pairs of the same two statements are one
    std::uint64_t accesses = 0;             // number of accesses that the checker compared
    std::vector<ReportedFinding> findings;  // the first findings in the order of rank and location
    OrderedByRun ordered;                   // `findings` and `count` do not include these pairs
    std::uint64_t suppressed = 0;           // number of findings that suppressions have removed
    // Sentences (notes) about pairs of accesses that are correct only in the unified memory model. Such accesses are
    // not errors. There are at most max_notes notes.
    std::vector<std::string> notes;
    Seen loads_and_stores = Seen::all;
    // Differences between two executions; empty unless a search for witnesses was requested and has found some.
    std::vector<Witness> witnesses;
};

// Returns the report as lines of text. The first line is a summary.
std::vector<std::string> lines_of(const Report& report);

}  // namespace rmasim::sim::semantics
