// Chooses the next order: a stateless depth-first search over the orders of a world's steps. Every run repeats a prefix
// of the previous run, up to the last step that has an untried alternative. The driver of the search may `skip` steps
// of it and restore a state of the world instead (checkpoints.h).
//
// Two steps are independent if swapping them has no effect. Steps at one rank are dependent. Steps at different ranks
// are independent, unless one sends the packet that the other receives, or they access shared memory in ways that do
// not commute (sim/machine/memory/footprint.h). Orders that differ only by swaps of independent steps are equivalent.
// With reduction the search executes at least one run of each equivalence class, by source sets and sleep sets
// (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, 2014, algorithm 1). Without reduction,
// it executes every order.
//
// A race is a pair of dependent steps whose order no step in between enforces. Example: ranks 0 and 1 each send a
// packet to rank 2.
//
//   first run    0 sends   1 sends   2 handles 0's   2 handles 1's
//                                    `- race: both are steps of rank 2, and neither enables the other
//   branch       0 sends   1 sends   2 handles 1's   2 handles 0's
//
// The first run shows the race, so the search adds the branch "2 handles 1's" at the third step. There are no other
// races, so two runs cover all six orders of these four steps.
//
// Once "2 handles 0's" has been explored at the third step, it sleeps in the other branch: executing it would only lead
// to orders seen before, until a step is executed that depends on it. A run in which all enabled moves sleep is
// stopped.
//
// Detection of races: at its own rank, a step can only race with the step just before it; at other ranks, with the
// last steps that accessed the same words. The accesses of a step are known after it has been executed. A sleeping move
// has been executed before, so its accesses are known too. They may depend on the picks, so the words accessed with any
// picks count.
#pragma once

#include "sim/checkers/invariants/causality.h"
#include "sim/untimed/explore/part.h"
#include "sim/untimed/world/untimed_world.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rmasim::sim {

class Search final : public Choices, public check::Causality {
public:
    Search(Rank ranks, Reduction reduction) : ranks_(static_cast<std::size_t>(ranks)), reduction_(reduction) {}

    // ---- Exploration of a part instead of the whole search. Must be called before the first run.
    void begin_at(const Part& part);
    // Must be called after `advance`: return the rest of the part, and the races with its path that were found so far.
    Rest rest() const;
    std::vector<Race> races() const;
    const Footprint& touched_at_path() const { return nodes_[path_ - 1].branches[0].touched; }

    // ---- One run: `begin_run`, then for each step `choose` (or `repeat` while `replaying`), the step itself with this
    // object as its Choices, and `step_made`. With reduction, `depends_on` is valid during a step, except for
    // dependencies by shared memory, which are known only after it.
    void begin_run();
    // Returns the number of initial steps that the run shares with the previous one, minus the last of them: the world
    // must execute that step again in any case.
    std::size_t steps_to_repeat() const { return nodes_used_ == 0 ? 0 : nodes_used_ - 1; }
    // Replaces the first `steps` steps of the run: the driver has restored their state.
    void skip(std::size_t steps);
    bool replaying() const { return depth_ < nodes_used_; }
    const Move& repeat();
    // Returns the move to execute, or null if all `moves` sleep, because this run would only repeat another. `moves`
    // must not be empty.
    const Move* choose(const std::vector<Move>& moves);
    std::size_t pick(std::size_t alternatives) override;
    void step_made(const Footprint& touched) {
        if (depth_ == nodes_used_ || !touched.empty()) note_step(touched);
        else touched_.clear();
    }
    std::uint32_t step() const override { return static_cast<StepNumber>(depth_); }
    bool depends_on(std::uint32_t earlier) const override { return happens_before(earlier, step()); }

    // Prepares the next run; returns false if there is none.
    bool advance();

    std::size_t depth() const { return depth_; }
    // `order` returns the run so far, for a replay. `causes` returns only the steps on which the last one, or step
    // `also`, depends.
    Order order() const;
    Order causes(StepNumber also = 0) const;
    double fraction_done() const;  // search_node.h

private:
    // The last step that wrote a word and the steps that accessed it since then.
    struct WordUse {
        StepNumber written = 0;
        std::vector<StepNumber> added, read;
    };
    // One step of the current run, and the state of the search before it.
    struct Node : SearchNode {
        Rank rank = no_rank;    // rank of the step
        std::uint32_t nth = 0;  // number of the step among those of its rank, from 1
        StepNumber before = 0;  // previous step of the rank; 0: none
        Footprint touched{};    // by the step
    };
    // The races found with a step of the path. `settled`: the actors that are covered there once these races are added.
    struct RacesAt {
        std::vector<std::vector<Move>> found;
        std::vector<Actor> settled;
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
    void note_touched(StepNumber step, const Footprint& touched);
    void collect_conflicts(StepNumber step, const Footprint& touched);
    void add_conflict(StepNumber step, StepNumber earlier);
    void use_words(StepNumber step, const Footprint& touched);
    void note_races(StepNumber step);
    bool follows_another(StepNumber step, StepNumber earlier) const;
    void note_race(StepNumber early, StepNumber late);
    void note_race_with_path(StepNumber early);
    void collect_initials(StepNumber early, StepNumber late);
    bool wakes(const Sleeper& sleeper, const Node& before) const;
    const Footprint& touched_by(const Sleeper& sleeper) const;

    std::size_t ranks_;
    Reduction reduction_;
    std::vector<Node> nodes_;  // of the current run; entries after `nodes_used_` only keep their memory for reuse
    std::size_t nodes_used_ = 0;
    std::size_t depth_ = 0;
    std::size_t path_ = 0;         // number of first nodes that are the path of a part
    std::size_t loaded_ = 0;       // nodes whose steps have no clocks yet
    std::vector<RacesAt> races_;   // by step of the path
    std::vector<Part::Asleep> asleep_before_;  // moves that sleep at the last step of the path
    std::size_t picks_made_ = 0;         // number of picks in the current step
    bool any_touched_ = false;           // true if any step so far accessed shared memory
    std::vector<std::uint32_t> clocks_;  // vector clocks: for each step and rank, the number of steps of the rank that
                                         // happen before it
    std::vector<StepNumber> last_at_rank_;  // in the current run
    std::vector<StepNumber> initials_;      // scratch of note_race
    std::map<Word, WordUse> words_;         // in the current run
    std::vector<StepNumber> conflicts_;     // earlier steps at other ranks that conflict with the current one in memory
    Footprint touched_;                     // by the last step
};

}  // namespace rmasim::sim
