// A part of a search: everything below one step of it. Parts can be explored on different machines, and the pieces put
// together again (assembly.h); the result is that of the search in one process.
//
// What happens below a step follows from the steps up to it and from the moves that sleep there; a part holds both. The
// other way round, a part finds races with the steps above it. These add branches there, so they belong to its result.
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
    // The steps from the beginning. The part is the last step's move with all its picks, from those given on, and all
    // that follows. Empty: the whole search.
    Order path{};
    std::vector<Asleep> asleep{};  // at the last step of the path
    // The nodes below the path, if an earlier piece of the part ended there; the last one's branch is to be made.
    std::vector<SearchNode> begun{};
    std::uint64_t most = 0;  // the piece ends after so many executions
};
// The same for equal parts, in any process; `most` is no part of it.
std::string key_of(const Part& part);

// Steps that can come first if step `early` of the path is postponed. The first is to be added as a branch there,
// unless one of them is a branch or sleeps.
struct Race {
    StepNumber early = 0;
    std::vector<Move> initials{};
};

// Where a piece ended before its part did.
struct Rest {
    std::vector<Pick> picks{};  // of the last step of the path
    std::vector<SearchNode> begun{};
};

// The orders of an Exploration, as in schedules.
struct OrderWords {
    std::vector<std::string> fewest_messages{}, max_messages{}, failure{};
    std::map<std::uint64_t, std::vector<std::string>> ends{};  // of the first end states, by digest
};

struct Piece {
    Exploration found{};  // without orders, which are in `words`
    OrderWords words{};
    std::vector<Race> races{};  // with the steps of the path
    Footprint touched{};        // by the last step of the path
    std::optional<Rest> rest{};
    double cpu_s = 0;
};

}  // namespace rmasim::sim
