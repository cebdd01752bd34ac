// Assembles the result of an exploration from pieces that were explored elsewhere, in any order, and lists the parts to
// explore next.
//
// It follows the search through the pieces in the order of a single process, so the result is the same: the races that
// a piece found add branches above it, and a finished branch sleeps in the branches after it. If a piece is missing,
// its part is wanted, and the walk continues behind it as if the piece added no branch. Branches that are already
// planned above will be explored with exactly these sleeping moves, whatever the missing piece adds after them. Only a
// branch that a later piece adds above a missing one might have a different position. The parts of such branches are
// wanted as `guessed`. If the guess was wrong, the piece is never used.
#pragma once

#include "sim/untimed/explore/part.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

struct AssemblyOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;        // maximum number of executions of the exploration; 0: no limit
    std::uint64_t shard_size = 150'000;  // maximum number of executions of a piece
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
    // Returns the next parts to explore, at most `max`: those that are certainly needed first, each group in the order
    // of the search. Empty: the exploration is complete.
    std::vector<Wanted> wanted(std::size_t max);
    // Ends the exploration with the pieces that are known, including those behind a missing one. Afterwards no part is
    // wanted.
    void give_up(EndedBy reason);

    const Exploration& found() const { return found_; }
    const OrderWords& words() const { return words_; }
    double cpu_s() const { return cpu_s_; }  // of all pieces, used or not
    // For progress reports: sums over all pieces, and an estimate as Search::fraction_done.
    const Exploration& made() const { return made_; }
    double fraction_done() const;

private:
    // A node of the walk. The first `sure` branches will certainly be explored in this order.
    struct Step : SearchNode {
        std::size_t sure = 0;
        bool passed_missing = false;  // a piece below is missing, so branches added from now on are guesses
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
    std::map<std::string, Shard> shards_;  // pieces that the walk has not reached
    Walk walk_;                            // up to the first missing piece
    Exploration found_;
    OrderWords words_;
    Exploration made_;  // only sums
    bool any_end_ = false;
    bool given_up_ = false;
    double cpu_s_ = 0;
};

}  // namespace rmasim::sim
