// A part of a search: the subtree of the search tree below one node. Parts can be explored on different machines. A
// shard is the result of exploring a part, either completely or up to a maximum number of executions. All shards
// together have the same result as a search in one process (assembly.h).
//
// A part is determined by the path from the root of the search tree to the part and by the moves that sleep at the last
// step of this path. While a part is explored, races with steps of its path may be found. Such a race adds a branch to
// a node above the part. So a shard contains these races.
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
        Rank process;
        Footprint touched;
    };
    // The path: the steps from the initial state to the part. The part contains the executions that begin with these
    // steps. The choices inside the last step (its picks, search_node.h) are enumerated in the part: it contains the
    // combination of picks in the path, and all later combinations. An empty path means the whole search.
    Order path{};
    std::vector<Asleep> asleep{};  // moves that sleep at the last step of the path
    // The position inside the part at which an earlier shard of this part has ended: the nodes from the path down to
    // this position. The branch of the last node is the next to execute. Empty if there is no earlier shard of this
    // part.
    std::vector<SearchNode> begun{};
    std::uint64_t max_executions = 0;  // maximum number of executions in the shard
};
// Returns a key of a part. Equal parts have equal keys in all processes. The key does not depend on `max_executions`.
std::string key_of(const Part& part);

// A race of step number `early` of the path with a later step. `initials` are the moves that can be first if step
// `early` is postponed. The first of these moves must be added as a branch at step `early`, unless one of the moves is
// already a branch or asleep there.
struct Race {
    StepNumber early = 0;
    std::vector<Move> initials{};
};

// The position at which a shard ended, if its part was not explored completely.
struct Rest {
    std::vector<Pick> picks{};  // picks of the last step of the path
    std::vector<SearchNode> begun{};
};

// The orders (executions) in an Exploration, as text. Each order is a list of steps in the format of schedule.h.
struct OrderWords {
    std::vector<std::string> min_messages{}, max_messages{};
    std::map<FailureKey, std::vector<std::string>> failures{};  // the shortest order of each failure
    std::map<std::uint64_t, std::vector<std::string>> ends{};  // by digest, only the first `max_described` end states
};

struct Shard {
    Exploration found{};  // without orders, which are in `words`
    OrderWords words{};
    std::vector<Race> races{};  // races with steps of the path
    Footprint touched{};        // memory accesses of the last step of the path
    std::optional<Rest> rest{};
    double cpu_s = 0;
};

}  // namespace rmasim::sim
