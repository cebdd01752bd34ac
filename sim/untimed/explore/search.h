// A stateless depth-first search over the orders of a world's steps. The search chooses the order of each run. Every
// run repeats the first steps of the previous run, up to the last step that has an untried alternative. Instead of
// repeating these steps, the caller of the search may restore a kept state of the world (`skip`, checkpoints.h).
//
// Two steps are independent if swapping them has no effect. Two steps at the same rank are dependent. Steps at
// different ranks are dependent in two cases: one step sends the packet that the other step receives, or both access
// shared memory in ways that do not commute (sim/machine/memory/footprint.h). Orders are equivalent if they differ only
// by swaps of independent steps. The end of an operation of several elements at a NIC is a step of no rank
// (Move::process). This step depends on the step that began the operation, and on accesses to the elements.
//
// With reduction, the search executes at least one run of each equivalence class. The algorithm uses source sets and
// sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, 2014, algorithm 1). Without
// reduction, the search executes every order.
//
// A race is a pair of dependent steps of different actors (threads, or packet streams), if no step between the two
// steps enforces their order. Example: ranks 0 and 1 each send a packet to rank 2.
//
//   first run    0 sends   1 sends   2 handles 0's   2 handles 1's
//                                    `- race: both are steps of rank 2, and neither enables the other
//   branch       0 sends   1 sends   2 handles 1's   2 handles 0's
//
// The first run shows the race, so the search adds the branch "2 handles 1's" at the third step. The example has no
// other race. So two runs cover all six orders of these four steps.
//
// After the exploration of "2 handles 0's" at the third step, this move sleeps in the other branch: executing the move
// there would only lead to orders that were explored before. A sleeping move wakes when a step that depends on it is
// executed. If all enabled moves sleep, the run is stopped.
//
// A step in which a rank leaves a calm barrier depends on the arrivals of all members. These are no races, because the
// step is enabled only after them.
//
// Detection of races: a step can race with only one step of its own rank, the step just before it. At other ranks, a
// step can race only with the last steps that accessed the same words of shared memory. The accesses of a step are
// recorded when it has been executed. A sleeping move has been executed before, so its accesses are recorded, too. The
// accesses may depend on the choices inside the step (picks, search_node.h), so the search uses the union over all
// picks.
#pragma once

#include "sim/checkers/invariants/causality.h"
#include "sim/untimed/explore/part.h"
#include "sim/untimed/world/untimed_world.h"

#include <cstdint>
#include <algorithm>
#include <map>
#include <span>
#include <vector>

namespace rmasim::sim {

class Search final : public Choices, public check::Causality {
public:
    // `nics_end`: the NICs of the world end operations in steps of their own (Move::Kind::nic_ends).
    Search(Rank ranks, Reduction reduction, bool nics_end = false);

    // ---- Functions for exploring a part (part.h) instead of the whole search. `begin_at` must be called before the
    // first run.
    void begin_at(const Part& part);
    // Both functions must be called after `advance`. `rest` returns the position at which the search of the part has
    // stopped. `races` returns the races with steps of the part's path that were found so far.
    Rest rest() const;
    std::vector<Race> races() const;
    const Footprint& touched_at_path() const { return nodes_[path_ - 1].branches[0].touched; }

    // ---- Functions for one run. Call `begin_run`. Then repeat three calls for each step: `choose` (or `repeat` while
    // `replaying`), the execution of the step with this object as its Choices, and `step_made`. With reduction,
    // `depends_on` may be called during a step. Dependencies by accesses to shared memory are recorded in `step_made`,
    // so `depends_on` does not consider the accesses of the current step.
    void begin_run();
    // Returns the number of steps at the beginning of this run that are the same as in the previous run. The caller may
    // restore the state after these steps. The next step then has a new branch or new picks.
    std::size_t steps_to_repeat() const { return nodes_used_ == 0 ? 0 : nodes_used_ - 1; }
    // Skips the first `steps` steps of the run. The caller must have restored the state after these steps.
    void skip(std::size_t steps);
    bool replaying() const { return depth_ < nodes_used_; }
    const Move& repeat();
    // Returns the move to execute. Returns null if all `moves` sleep: the run must then be stopped, because it would
    // only repeat orders that another run covers. `moves` must not be empty.
    const Move* choose(const std::vector<Move>& moves);
    std::size_t pick(std::size_t alternatives) override;
    // ---- Instead of `choose`, `pick` and `advance`, for a run whose order is chosen elsewhere. Without reduction
    // only.
    const Move* take(const Move& move);
    std::size_t add_pick(std::size_t taken, std::size_t alternatives);
    void forget_run() { nodes_used_ = 0; }
    void step_made(const Footprint& touched) {
        if (depth_ == nodes_used_ || !touched.empty()) note_step(touched);
        else touched_.clear();
    }
    // Records the calm barriers at which ranks have arrived in the last step. Must be called after `step_made`.
    void note_arrivals(std::span<const MetBarrier> barriers) {
        node(static_cast<StepNumber>(depth_)).arrivals.assign(barriers.begin(), barriers.end());
    }
    std::uint32_t step() const override { return static_cast<StepNumber>(depth_); }
    bool depends_on(std::uint32_t earlier) const override { return happens_before(earlier, step()); }

    // Prepares the next run; returns false if no run is left.
    bool advance();

    std::size_t depth() const { return depth_; }
    // `order` returns all steps of the run so far, for a replay. `causes` returns only those steps on which the last
    // step depends. If `also` is not 0, it also returns those on which step number `also` depends.
    Order order() const;
    Order causes(StepNumber also = 0) const;
    double fraction_done() const;  // an estimate (search_node.h)

private:
    // The steps that used a word of shared memory: the last step that wrote the word, and the later steps that added to
    // the word or read it.
    struct WordUse {
        StepNumber written = 0;
        std::vector<StepNumber> added, read;
    };
    // One step of the current run, and the branches and sleeping moves of the search before this step.
    struct Node : SearchNode {
        std::size_t process = 0;  // of the step: an index of the clocks
        std::uint32_t nth = 0;    // number of the step among those of its rank, from 1
        StepNumber before = 0;    // previous step of the rank; 0 if there is none
        Footprint touched{};      // memory accesses of the step
        std::vector<MetBarrier> arrivals{};  // the calm barriers at which a rank has arrived in the step
    };
    // The races with one step of the part's path that were found so far. A race adds a branch to the node of this step,
    // unless the node already covers it. `settled` has the actors that will be branches or asleep at this step when the
    // branches for the races in `found` have been added.
    struct RacesAt {
        std::vector<std::vector<Move>> found;
        std::vector<Actor> settled;
    };

    Node& push_node();
    const Move& enter_step();
    Node& node(StepNumber step) { return nodes_[step - 1]; }
    const Node& node(StepNumber step) const { return nodes_[step - 1]; }
    std::uint32_t* clock(StepNumber step) { return clocks_.data() + (step - 1) * processes_; }
    bool happens_before(StepNumber early, StepNumber late) const;
    void set_clock(StepNumber step);
    void add_causes(StepNumber step, StepNumber cause);
    template <class Visit>
    bool any_arrival(StepNumber step, Visit visit) const;
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

    bool is_small() const { return ranks_ <= 8; }
    std::size_t index_of(const Move& move) const;
    bool enabled_by_another(StepNumber step) const;

    std::size_t ranks_;
    std::size_t processes_;  // the ranks, then the NICs that end operations (Move::process)
    Reduction reduction_;
    std::vector<Node> nodes_;  // of the current run; entries after `nodes_used_` only keep their memory for reuse
    std::size_t nodes_used_ = 0;
    std::size_t depth_ = 0;
    std::size_t path_ = 0;                     // the first `path_` nodes are the path of a part
    std::size_t loaded_ = 0;                   // number of nodes whose steps have no clocks yet
    std::vector<RacesAt> races_;               // by step of the path
    std::vector<Part::Asleep> asleep_before_;  // moves that sleep at the last step of the path
    std::size_t picks_made_ = 0;               // number of picks in the current step
    bool any_touched_ = false;                 // true if a step of this run has accessed shared memory
    // Vector clocks. For each step and rank: the number of steps of the rank that happen before the step.
    std::vector<std::uint32_t> clocks_;
    std::vector<StepNumber> last_of_;   // the last step of each process in the current run
    std::vector<StepNumber> initials_;  // temporary data of note_race
    std::map<Word, WordUse> words_;     // of the current run
    // Earlier steps at other ranks whose memory accesses conflict with those of the current step.
    std::vector<StepNumber> conflicts_;
    Footprint touched_;  // memory accesses of the last step
};

}  // namespace rmasim::sim
