// A part of a search: everything below one step of it. Parts can be explored on different machines, and their pieces
// assembled again (assembly.h). The result is that of the search in one process.
//
// The steps up to the part and the moves that sleep at its last step determine everything below, so a part contains
// both. In the other direction, a part finds races with the steps above it. These add branches there, so they belong to
// its result.
#pragma once

#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/search_node.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct Part {
    struct Asleep {
        Actor actor;
        Rank rank;
        Footprint touched;
    };
    // The steps from the initial state to the part. The part consists of the last step's move with all its picks,
    // beginning with the given ones, and everything below. Empty: the whole search.
    Order path{};
    std::vector<Asleep> asleep{};  // at the last step of the path
    // The nodes below the path, if an earlier piece of the part ended there. The branch of the last node is the next to
    // execute.
    std::vector<SearchNode> begun{};
    std::uint64_t max_executions = 0;  // maximum number of executions of the piece
};
// Returns a key that is equal for equal parts, in any process. It does not depend on `max_executions`.
std::string key_of(const Part& part);

// The steps that can come first if step `early` of the path is postponed. The first of them must be added as a branch
// there, unless one of them is already a branch or sleeps.
struct Race {
    StepNumber early = 0;
    std::vector<Move> initials{};
};

// The position at which a piece ended before its part did.
struct Rest {
    std::vector<Pick> picks{};  // of the last step of the path
    std::vector<SearchNode> begun{};
};

// The orders of an Exploration, as text in the format of schedules.
struct OrderWords {
    std::vector<std::string> min_messages{}, max_messages{}, failure{};
    std::map<std::uint64_t, std::vector<std::string>> ends{};  // by digest, for the first end states
};

struct Shard {
    Exploration found{};  // without orders, which are in `words`
    OrderWords words{};
    std::vector<Race> races{};  // with steps of the path
    Footprint touched{};        // by the last step of the path
    std::optional<Rest> rest{};
    double cpu_s = 0;
};

}  // namespace rmasim::sim
