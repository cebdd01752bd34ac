// A part of a search: everything below one step of the search tree. Parts can be explored on different machines. A
// shard is the result of exploring a part, or of exploring it up to a maximum number of executions. All shards together
// have the same result as a search in one process (assembly.h).
//
// The path to the part and the moves that sleep at the path's last step determine everything below, so a part contains
// both. A part may also find races with steps of its path. Such a race adds a branch above the part, so these races are
// in the shard.
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
    // The steps from the initial state to the part. The part begins with the last of these steps: with the picks that
    // the path gives for this step, then with all later picks. The part includes everything below. An empty path is the
    // whole search.
    Order path{};
    std::vector<Asleep> asleep{};  // moves that sleep at the last step of the path
    // The nodes below the path at which an earlier shard of the same part ended; empty if there is no earlier shard.
    // The branch of the last node is the next to execute.
    std::vector<SearchNode> begun{};
    std::uint64_t max_executions = 0;  // maximum number of executions in the shard
};
// Returns a key of a part. Equal parts have equal keys in all processes. The key does not depend on `max_executions`.
std::string key_of(const Part& part);

// A race of a later step with step `early` of the path. `initials` are the moves that can be first if step `early` is
// postponed. The first of them must be added as a branch at that step, unless one of them is already a branch or
// asleep.
struct Race {
    StepNumber early = 0;
    std::vector<Move> initials{};
};

// The position at which a shard ended, if it ended before its part.
struct Rest {
    std::vector<Pick> picks{};  // picks of the last step of the path
    std::vector<SearchNode> begun{};
};

// The orders of an Exploration, as text in the format of schedules (schedule.h).
struct OrderWords {
    std::vector<std::string> min_messages{}, max_messages{}, failure{};
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
