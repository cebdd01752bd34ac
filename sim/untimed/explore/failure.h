// The failures of an exploration: each kind of failure has its number of executions and its own shortest order.
#pragma once

#include "sim/untimed/world/order.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct Failure {
    // The kinds, the gravest first. A failure makes the kinds after it doubtful: after a bug of the simulator no result
    // is valid, after a broken rule MPI guarantees no value. The exit code of an exploration is that of the gravest
    // kind (sim/frontend/cli/process/exit_code.h).
    enum class Kind : std::uint8_t {
        invariant,     // an invariant of the checker is violated
        protocol,      // an assertion in the protocol's code failed
        out_of_range,  // an argument of a call is outside of the simulator's limits, in this order
        erroneous,     // the program broke a rule of MPI
        crash,         // the simulated MPI library crashes (a known defect)
        assertion,     // an assertion of the simulated MPI library fails (a known defect)
        deadlock,      // calls wait, and no move is enabled
        livelock,      // no move is enabled, and ranks poll without change
        lost_rank,     // a rank died, and the run did not finish
        lost_packet,   // every program ended, but a packet was lost
        expectation,   // the run finished, but its result differs from the scenario's expectations
    };
    Kind kind = Kind::deadlock;
    std::string cause;              // see cause_of
    std::vector<std::string> what;  // lines; the first is a summary
    Order order;                    // an order that reproduces the failure
};
std::string_view name_of(Failure::Kind kind);

// Returns the cause of a failure from the first line of its text. The cause does not depend on the order of the other
// steps:
// - of a wrong value: the load or the element without the value that it got;
// - of a violated invariant: the name of the invariant;
// - of a broken rule: the call, its location and the rule, without the rank that called;
// - of a deadlock: the cycle of waits, or the other reason that `diagnose` returns;
// - of a livelock: the first rank that polls, and its calls.
std::string cause_of(Failure::Kind kind, const std::string& summary);

// Failures of one kind and one cause.
using FailureKey = std::pair<Failure::Kind, std::string>;
struct Failures {
    std::uint64_t runs = 0;    // number of executions
    std::uint64_t number = 0;  // in the order of discovery, from 1
    std::size_t steps = 0;     // length of the shortest order
    Failure shortest;          // the failure with the shortest order; the first one of several
    // In a search with calm barriers: true if an order with packets has the failure. It is then the shortest order
    // (confirm.h).
    bool confirmed = false;
};
// The gravest kind is first.
using FailuresByCause = std::map<FailureKey, Failures>;

// Returns the failures in the order of reports: the gravest kind first, then the shortest order, then the failure that
// was found first.
std::vector<const Failures*> in_order(const FailuresByCause& failures);

}  // namespace rmasim::sim
