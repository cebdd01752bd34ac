// What the memory-semantics checker found in a run, in the words of the scenario.
#pragma once

#include "sim/checkers/findings/witness.h"
#include "sim/scenario/model/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim::semantics {

struct ReportedAccess {
    std::string what;  // "put", "load", "the source buffer of put"
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread;         // none if it is the only one of its rank
    std::string place;                           // "programs[0].calls[2].put"
    std::string epoch;                           // "lock_all"; empty for loads and stores
    std::string window;                          // operations: through which window
    std::string operation, datatype;             // accumulates: "sum", "int64"
    std::uint64_t first_byte = 0, end_byte = 0;  // in the memory of the window
    std::int64_t time_ns = 0;
    std::string ended_by;  // the call, or "open"
};

struct ReportedFinding {
    std::string id, rule, model;  // "MM-PAIR-1", "concurrent_rma", "separate"
    Rank target = no_rank;        // whose memory
    std::string memory;           // the window it belongs to, or ...
    bool in_buffer = false;       // ... the local buffer
    std::uint64_t first_byte = 0, end_byte = 0;
    bool same_bytes = true;  // false: only the window is the same
    ReportedAccess first, second;
    std::string missing, remedy;
};

// Of a program's own loads and stores. Of a scenario's there is nothing else.
enum class Seen : std::uint8_t { all, where_watched, none };
// What is not seen, and how it would be: "..."; empty: all is.
std::string unseen(Seen seen);

struct Report {
    std::string model;
    std::uint64_t count = 0;                // pairs of statements
    std::uint64_t accesses = 0;             // that were held against each other
    std::vector<ReportedFinding> findings;  // the first ones
    std::uint64_t suppressed = 0;           // not among them
    Seen loads_and_stores = Seen::all;
    std::vector<Witness> witnesses;  // what two executions show, if they were looked for and found
};

// Lines of text; the first is a summary.
std::vector<std::string> lines_of(const Report& report);

}  // namespace rmasim::sim::semantics
