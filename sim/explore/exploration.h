// What an exploration found.
#pragma once

#include "sim/untimed/order.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct Failure {
    enum class Kind : std::uint8_t {
        deadlock,     // calls wait, and nothing moves
        lost_rank,    // likewise, or not: a rank died
        invariant,    // a rule of the checker is broken
        protocol,     // the core broke a rule of its own
        erroneous,    // the program broke a rule of MPI
        expectation,  // the end is not what the scenario expects
    };
    Kind kind = Kind::deadlock;
    std::vector<std::string> what;  // a line each; the first says it all
    Order order;                    // plays it again
};
std::string_view name_of(Failure::Kind kind);

// How often something was seen, over all runs, with an order for either end.
struct Range {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    friend bool operator==(const Range&, const Range&) = default;
};

// Windows and variables that some runs ended with, or calls that wait.
struct EndState {
    std::uint64_t runs = 0;
    bool finished = true;
    Order order;  // of the first such run
};

struct Exploration {
    std::uint64_t runs = 0;       // whole ones, each of another class of orders (or another order, without reduction)
    std::uint64_t redundant = 0;  // given up on the way: they would have been like one made before
    std::uint64_t steps = 0;      // of all runs
    std::size_t deepest = 0;      // steps of the longest run
    bool exhausted = false;       // there are no others

    std::map<std::uint64_t, EndState> ends;  // by digest
    Range messages;
    Order fewest_messages, most_messages;
    std::map<std::string, Range> by_kind;             // a kind that some run did without has `least` 0
    std::map<std::string, std::uint32_t> high_water;  // "op.local.w", "op.global": the most in use at once
    std::uint64_t failing_runs = 0;
    std::optional<Failure> failure;  // the one with the shortest order
};

}  // namespace rmasim::sim
