// Assembles the result of a search from shards, and lists the parts to explore next. (A part is a subtree of the search
// tree. A shard is the result of exploring a part, usually in another process; part.h.) Shards may be added in any
// order.
//
// The class walks through the search tree and visits the shards in the order in which a single process would explore
// them. During this walk, the races of each shard add branches to nodes above its part, and a finished branch sleeps in
// the later branches of its node. So the result is the same as that of a single process.
//
// If a shard is missing, its part is listed as wanted. The walk then continues after this part, as if the missing shard
// added no branches. Branches that already exist above the part will be needed in any case, with the sleeping moves
// that the walk computes. But a branch that a later shard adds above the missing shard's part might get another
// position when the missing shard is added. The parts of such branches are listed as `guessed`. If a guess is wrong,
// its shard is never used.
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
    // Returns at most `max` parts to explore next. Parts that are certainly needed are first, and guessed parts are
    // after them. Each of the two groups is in the order of the search. The list is empty if the exploration is
    // complete.
    std::vector<Wanted> wanted(std::size_t max);
    // Ends the exploration although shards are missing. The result then contains all shards that have been added,
    // including those after a missing shard. Afterwards wanted() returns no parts.
    void give_up(EndedBy reason);

    const Exploration& found() const { return found_; }
    const OrderWords& words() const { return words_; }
    double cpu_s() const { return cpu_s_; }  // of all shards, used or not
    // Both functions are for progress reports. `made` returns sums over all shards. `fraction_done` returns an estimate
    // of the finished fraction of the search, 0 to 1.
    const Exploration& made() const { return made_; }
    double fraction_done() const;

private:
    // A node on the current path of the walk through the search tree. The first `sure` branches of the node will
    // certainly be explored, in this order.
    struct Step : SearchNode {
        std::size_t sure = 0;
        bool passed_missing = false;  // a shard below this node is missing, so each branch added later is a guess
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
    void merge_failures(const Shard& shard);
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
