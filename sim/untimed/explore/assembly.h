// Assembles the result of an exploration from shards that were explored in other processes, in any order. Lists the
// parts to explore next.
//
// A walk visits the shards in the order in which a single process would explore them, so the result is the same: races
// that a shard found add branches above the shard's part, and a finished branch sleeps in the branches after it.
//
// If a shard is missing, its part is wanted. The walk continues after that part as if the missing shard added no
// branch. Branches that are already planned above the part keep the sleeping moves that the walk computes, even if the
// missing shard adds further branches. But if a later shard adds a branch above a missing one, that branch might get
// another position. The parts of such branches are wanted as `guessed`. If the guess is wrong, the shard is never used.
#pragma once

#include "sim/untimed/explore/part.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

struct AssemblyOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;             // maximum number of executions of the exploration; 0: no limit
    std::uint64_t shard_size = 150'000;  // maximum number of executions of a shard
    bool stop_at_failure = false;
};

struct Wanted {
    std::string key;
    Part part;
    bool guessed = false;
};

class Assembly {
public:
    explicit Assembly(const AssemblyOptions& options) : options_(options) {}

    void add(const std::string& key, Shard shard);
    // Returns at most `max` parts to explore next. Parts that are certainly needed come first, then guessed ones, each
    // group in the order of the search. Empty if the exploration is complete.
    std::vector<Wanted> wanted(std::size_t max);
    // Ends the exploration with the shards that have been added, including those after a missing shard. Afterwards no
    // part is wanted.
    void give_up(EndedBy reason);

    const Exploration& found() const { return found_; }
    const OrderWords& words() const { return words_; }
    double cpu_s() const { return cpu_s_; }  // of all shards, used or not
    // For progress reports: `made` returns sums over all shards, and `fraction_done` returns an estimate as in
    // search_node.h.
    const Exploration& made() const { return made_; }
    double fraction_done() const;

private:
    // A node of the walk. The first `sure` branches will certainly be explored, in this order.
    struct Step : SearchNode {
        std::size_t sure = 0;
        bool passed_missing = false;  // a shard below is missing, so each branch added later is a guess
    };
    struct Walk {
        std::vector<Step> steps;
        std::size_t path = 0;  // the walk is at the part whose path is the first `path` steps
        bool over = false;
    };
    Part part_at(const Walk& walk) const;
    Wanted wanted_next() const;
    static bool is_sure(const Walk& walk);
    void follow(Walk& walk, const Shard& shard) const;
    void pass(Walk& walk) const;
    void pass_missing(Walk& walk) const;
    static void note_races(Walk& walk, const std::vector<Race>& races);
    static void take_over(Walk& walk, const Rest& rest);
    bool ends_with(const Shard& shard) const { return options_.stop_at_failure && shard.found.failing_runs > 0; }
    bool limit_reached() const;
    bool follow_known();
    void merge(const Shard& shard);
    void merge_ends(const Shard& shard);

    AssemblyOptions options_;
    std::map<std::string, Shard> shards_;  // shards that the walk has not reached, by key
    Walk walk_;                            // up to the first missing shard
    Exploration found_;
    OrderWords words_;
    Exploration made_;  // sums over all shards that were added
    bool any_end_ = false;
    bool given_up_ = false;
    double cpu_s_ = 0;
};

}  // namespace rmasim::sim
