// A node of a search tree (search.h): the moves that the search executes at one step of the current run (the branches),
// and the moves that sleep at this step.
#pragma once

#include "sim/machine/memory/footprint.h"
#include "sim/untimed/world/order.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

enum class Reduction : std::uint8_t { dynamic, none };

struct Branch {
    Move move;
    bool done = false;
    Footprint touched{};  // memory accesses: the union over all picks, in ascending order of words
};

struct Sleeper {
    Actor actor;
    Rank process;        // the process that makes the move (Move::process)
    StepNumber made_at;  // the step at which the move was explored; 0: before this part of the search (part.h)
    // The index of the move's branch at step `made_at`. If `made_at` is 0, the index of the move in Part::asleep.
    std::uint32_t branch;
    friend bool operator==(const Sleeper&, const Sleeper&) = default;
};

struct SearchNode {
    std::vector<Branch> branches{};  // the source set: moves to execute at this step
    std::vector<Sleeper> asleep{};   // the sleep set: moves that would only lead to orders that were explored before
    std::size_t current = 0;         // index into `branches`
    std::vector<Pick> picks{};       // picks of the current branch
    const Move& move() const { return branches[current].move; }
};

bool is_asleep(const SearchNode& node, const Move& move);
// True if the move is a branch of the node or sleeps at the node. Such a move need not be added as a branch.
bool is_covered(const SearchNode& node, const Move& move);

// Advances the picks of the current branch to the next combination. Returns false if all combinations have been
// executed. A pick is one choice inside a move (choices.h), such as the value that a load returns. So a move with picks
// may have several outcomes.
bool next_picks(SearchNode& node);
// Ends the current branch and advances to the next branch that is not asleep. Returns false if no such branch is left.
// `step` is the number of the node.
bool next_branch(SearchNode& node, StepNumber step, Reduction reduction);

void add_to(Footprint& all, const Footprint& touched);

// Returns an estimate of the fraction of a search that is finished, 0 to 1. The arguments are the range of the nodes of
// the current run. The estimate assumes that all subtrees of a node have the same size.
template <class Iterator>
double fraction_done(Iterator first, Iterator last) {
    double done = 0;
    double share = 1;
    for (; first != last; ++first) {
        const std::vector<Branch>& branches = first->branches;
        const auto over = std::count_if(branches.begin(), branches.end(), [](const Branch& one) { return one.done; });
        share /= static_cast<double>(branches.size());
        done += share * static_cast<double>(over);
    }
    return done;
}

}  // namespace rmasim::sim
