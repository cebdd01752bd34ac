// The result of an exploration.
#pragma once

#include "sim/checkers/findings/violation.h"
#include "sim/untimed/explore/failure.h"
#include "sim/untimed/world/order.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

// The minimum and the maximum of a value over all runs.
struct Range {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

// The class of runs that ended with the same windows, variables and program positions.
struct EndState {
    std::uint64_t runs = 0;
    std::uint64_t number = 0;  // in the order of discovery, from 1
    bool finished = true;
    // The failures of runs with this end state, as numbers of discovery (failure.h), ascending.
    std::vector<std::uint64_t> failures;
    Order order;  // the order of the first run with this end state; empty after the first `max_described` end states
};
inline constexpr std::uint64_t max_described = 64;

// The reason why a search ended.
enum class EndedBy : std::uint8_t {
    exhausted,      // all orders were explored
    limit,          // the maximum number of executions was reached
    first_failure,  // a run failed, and the search was requested to stop at the first failure
    time_limit,
    interrupt,
};
std::string_view name_of(EndedBy ended_by);

// The numbers of checks, summed over all runs that reached their end.
struct CheckedInAll {
    check::Checked invariants;
    std::uint64_t accesses = 0;  // number of accesses checked under the memory model, if the scenario requests one
};

struct Exploration {
    bool exhausted() const { return ended_by == EndedBy::exhausted; }

    // The number of runs that reached an end state. With reduction, this is one run for each class of equivalent
    // orders. Without reduction, it is one run for each order.
    std::uint64_t runs = 0;
    std::uint64_t redundant = 0;  // runs that were stopped because they would have repeated an earlier run
    std::uint64_t steps = 0;      // total over all runs
    std::size_t max_depth = 0;    // steps of the longest run
    EndedBy ended_by = EndedBy::limit;
    CheckedInAll checked;
    bool calm = false;  // barriers were calm (sim/untimed/world/calm_barriers.h)

    std::map<std::uint64_t, EndState> ends;  // by digest
    Range messages;
    Order min_messages, max_messages;
    std::map<std::string, Range> by_kind;  // `min` is 0 if some run had no packet of this kind
    // For each pool ("op.local.w", "op.global"): the maximum number of elements in use at once.
    std::map<std::string, std::uint32_t> high_water;
    std::uint64_t failing_runs = 0;
    FailuresByCause failures;

    // Returns the failure that a report shows first (failure.h). Returns null if no run failed.
    const Failure* failure() const { return failures.empty() ? nullptr : &in_order(failures).front()->shortest; }
};
// Adds the number of a failure to an ascending list of numbers.
void add_failure(std::vector<std::uint64_t>& numbers, std::uint64_t number);

}  // namespace rmasim::sim
