// The result of an exploration.
#pragma once

#include "sim/checkers/findings/violation.h"
#include "sim/untimed/world/order.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct Failure {
    enum class Kind : std::uint8_t {
        deadlock,     // calls wait, and no step is possible
        lost_rank,    // a rank died, and the run did not finish
        lost_packet,  // every program ended, but a packet was lost
        invariant,    // an invariant of the checker is violated
        protocol,     // an assertion of the core failed
        erroneous,    // the program broke a rule of MPI
        assertion,    // the implementation that the family records fails one of its own ...
        crash,        // ... or crashes
        expectation,  // the run finished, but not as the scenario expects
    };
    Kind kind = Kind::deadlock;
    std::vector<std::string> what;  // lines; the first is a summary
    Order order;                    // reproduces it
};
std::string_view name_of(Failure::Kind kind);

// The smallest and the largest value over all runs.
struct Range {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

// The runs that ended with the same windows, variables and program positions.
struct EndState {
    std::uint64_t runs = 0;
    std::uint64_t number = 0;  // in the order in which they were found, from 1
    bool finished = true;
    Order order;  // of the first such run; empty after the first `max_described` end states
};
inline constexpr std::uint64_t max_described = 64;

// Why a search ended.
enum class EndedBy : std::uint8_t {
    exhausted,      // no orders are left
    limit,          // of executions
    first_failure,  // if that was asked for
    time_limit,
    interrupt,
};
std::string_view name_of(EndedBy ended_by);

// How much was held against the rules, in all runs that came to their end.
struct CheckedInAll {
    check::Checked invariants;
    std::uint64_t accesses = 0;  // against a memory model, if the scenario asks for one
};

struct Exploration {
    bool exhausted() const { return ended_by == EndedBy::exhausted; }

    std::uint64_t runs = 0;       // complete runs, one per class of equivalent orders (without reduction: per order)
    std::uint64_t redundant = 0;  // runs cut short because they would have repeated an earlier one
    std::uint64_t steps = 0;      // total over all runs
    std::size_t deepest = 0;      // steps of the longest run
    EndedBy ended_by = EndedBy::limit;
    CheckedInAll checked;

    std::map<std::uint64_t, EndState> ends;  // by digest
    Range messages;
    Order fewest_messages, max_messages;
    std::map<std::string, Range> by_kind;             // `least` is 0 if some run had no packet of that kind
    std::map<std::string, std::uint32_t> high_water;  // "op.local.w", "op.global": the maximum in use at once
    std::uint64_t failing_runs = 0;
    std::optional<Failure> failure;  // the one with the shortest order
};

}  // namespace rmasim::sim
