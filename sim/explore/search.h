// Which order comes next: a depth-first walk over the orders of a world's steps, one whole run after another
// (stateless).
//
// Two steps at different ranks commute, unless one sends the packet that the other receives, or they touch shared
// memory in ways that do not (sim/memory/footprint.h); two steps at one rank never do. Orders that differ only by swaps
// of steps that commute are one class, and end alike. With reduction the walk makes at least one run of every class, by
// source sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, 2014,
// algorithm 1); without, every order there is.
//
// A race is two steps that do not commute, with nothing between them that keeps them in this order: their order might
// have been the other way round. The steps of a rank form a sequence, so only neighbours in it can be a race; with a
// step at another rank it is the last ones that touched the same words. Where a run shows a race, the walk notes at the
// earlier step what has to be tried there instead.
//
// What a step touches is known when it has been made. A move that sleeps has been made before, so what it would touch
// is known, too; it may depend on the picks, so all that it touched in any of them counts.
#pragma once

#include "sim/check/causality.h"
#include "sim/memory/footprint.h"
#include "sim/untimed/order.h"
#include "sim/untimed/untimed_world.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rmasim::sim {

enum class Reduction : std::uint8_t { dynamic, none };

class Search final : public Picks, public check::Causality {
public:
    Search(Rank ranks, Reduction reduction) : ranks_(static_cast<std::size_t>(ranks)), reduction_(reduction) {}

    // ---- One run: `begin_run`, then for each step `choose` (or, while `replaying`, `repeat`), the step itself, with
    // this object as its Picks, and `step_made`. With reduction it knows the causes of the step being made, shared
    // memory apart.
    void begin_run();
    bool replaying() const { return depth_ < nodes_used_; }
    const Move& repeat();
    // The move to make, or null when every one of `moves` would only lead to orders seen before. `moves` is not empty.
    const Move* choose(const std::vector<Move>& moves);
    std::size_t pick(std::size_t alternatives) override;
    void step_made(const Footprint& touched) {
        if (depth_ == nodes_used_ || !touched.empty()) note_step(touched);
        else touched_.clear();
    }
    std::uint32_t step() const override { return static_cast<StepNumber>(depth_); }
    bool depends_on(std::uint32_t earlier) const override { return happens_before(earlier, step()); }

    // To the next run; false when there is none left.
    bool advance();

    std::size_t depth() const { return depth_; }
    // The run so far, to play it again; of it, only what the last step depends on.
    Order order() const;
    Order causes() const;
    // How much of the walk is done, between 0 and 1, if the parts not seen yet are like those that were.
    double fraction_done() const;

private:
    struct Branch {
        Move move;
        bool done = false;
        Footprint touched{};  // with all its picks; ascending
    };
    struct Sleeper {
        Actor actor;
        Rank rank;
        StepNumber made_at;    // where it has been made ...
        std::uint32_t branch;  // ... as the so-maniest branch
    };
    // Who touched a word since it was written last: all but the last to write it commute.
    struct WordUse {
        StepNumber written = 0;
        std::vector<StepNumber> added, read;
    };
    // One step of the current run and what is known of the moment before it.
    struct Node {
        std::vector<Branch> branches;  // moves to be made here; the first of them needs no reason
        std::vector<Sleeper> asleep;   // moves whose orders have all been seen
        std::size_t current = 0;       // of `branches`
        std::vector<Pick> picks;
        std::uint32_t nth = 0;  // of its rank's steps, from 1
        StepNumber before = 0;  // the step before it at its rank
        const Move& move() const { return branches[current].move; }
    };

    Node& push_node();
    const Move& enter_step();
    Node& node(StepNumber step) { return nodes_[step - 1]; }
    const Node& node(StepNumber step) const { return nodes_[step - 1]; }
    std::uint32_t* clock(StepNumber step) { return clocks_.data() + (step - 1) * ranks_; }
    bool happens_before(StepNumber early, StepNumber late) const;
    void set_clock(StepNumber step);
    void add_causes(StepNumber step, StepNumber cause);
    void note_step(const Footprint& touched);
    void collect_conflicts(StepNumber step, const Footprint& touched);
    void add_conflict(StepNumber step, StepNumber earlier);
    void use_words(StepNumber step, const Footprint& touched);
    void note_races(StepNumber step);
    bool follows_another(StepNumber step, StepNumber earlier) const;
    void note_race(StepNumber early, StepNumber late);
    void collect_initials(StepNumber early, StepNumber late);
    bool wakes(const Sleeper& sleeper, const Node& before) const;
    static bool is_asleep(const Node& node, const Move& move);
    bool next_picks(Node& node);
    bool next_branch(Node& node);

    std::size_t ranks_;
    Reduction reduction_;
    std::vector<Node> nodes_;  // the current run's; those behind `nodes_used_` are kept for their memory
    std::size_t nodes_used_ = 0;
    std::size_t depth_ = 0;
    std::size_t picks_made_ = 0;  // in the current step
    std::vector<std::uint32_t>
        clocks_;  // by step, by rank: how many of the rank's steps come before it, itself included
    std::vector<StepNumber> last_at_rank_;  // in the current run
    std::vector<StepNumber> initials_;      // of the race at hand
    std::map<Word, WordUse> words_;         // in the current run
    std::vector<StepNumber> conflicts_;     // of the current step: earlier ones at other ranks, by what they touched
    Footprint touched_;                     // by the last step
};

}  // namespace rmasim::sim
