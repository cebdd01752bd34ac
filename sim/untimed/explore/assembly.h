// Puts an exploration together from pieces that were made elsewhere, in any order; says which parts are wanted next.
//
// It follows the search through the pieces in the order in which one process would go, so that the result is the same:
// the races that a piece found add branches above it, and a branch that is done sleeps beside the next one. A piece
// that is not there yet is wanted. The walk goes on behind it, as if it found no new branch: what is planned already on
// the way up will be explored with just these sleeping moves, whatever the missing piece adds behind it. Only a branch
// that a later piece adds, above one that is missing, might come at another place; such parts are wanted as `guessed`.
// If the guess was wrong, the piece is never used.
#pragma once

#include "sim/untimed/explore/part.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

struct AssemblyOptions {
    Reduction reduction = Reduction::dynamic;
    std::uint64_t limit = 0;        // executions in all; 0: no limit
    std::uint64_t piece = 150'000;  // executions in a piece
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

    void add(const std::string& key, Piece piece);
    // The next parts to be explored, as many as `most`: those that are sure first, each in the order of the search.
    // Empty: the exploration is complete.
    std::vector<Wanted> wanted(std::size_t most);
    // Ends the search with what is known: the pieces behind one that is missing count as well. Nothing more is wanted.
    void give_up(EndedBy reason);

    const Exploration& found() const { return found_; }
    const OrderWords& words() const { return words_; }
    double cpu_s() const { return cpu_s_; }  // of all pieces, used or not
    // For progress: sums over all pieces, and an estimate as Search::fraction_done.
    const Exploration& made() const { return made_; }
    double fraction_done() const;

private:
    // A node of the walk. `sure`: so many of its branches will certainly be there in this order.
    struct Step : SearchNode {
        std::size_t sure = 0;
        bool passed_missing = false;  // a piece below is missing, so what is added now is a guess
    };
    struct Walk {
        std::vector<Step> steps;
        std::size_t path = 0;  // the walk is at the part with the first so many steps as its path
        bool over = false;
    };
    Part part_at(const Walk& walk) const;
    Wanted wanted_next() const;
    static bool is_sure(const Walk& walk);
    void follow(Walk& walk, const Piece& piece) const;
    void pass(Walk& walk) const;
    void pass_missing(Walk& walk) const;
    static void note_races(Walk& walk, const std::vector<Race>& races);
    static void take_over(Walk& walk, const Rest& rest);
    bool ends_with(const Piece& piece) const { return options_.stop_at_failure && piece.found.failing_runs > 0; }
    bool limit_reached() const;
    bool follow_known();
    void merge(const Piece& piece);
    void merge_ends(const Piece& piece);

    AssemblyOptions options_;
    std::map<std::string, Piece> pieces_;  // that the walk has not reached
    Walk walk_;                            // as far as no piece is missing
    Exploration found_;
    OrderWords words_;
    Exploration made_;  // only sums
    bool any_end_ = false;
    bool given_up_ = false;
    double cpu_s_ = 0;
};

}  // namespace rmasim::sim
