// Chooses each step of a run among the enabled moves. The scheduler follows one of several plans, which is generated
// from a seed. Each plan favours a different kind of bug. A plan may include a timing fault: a rank that is slow or
// pauses, slow packets between a pair of ranks, a NIC that stalls. In the untimed world, a timing fault only affects
// the order of steps.
#pragma once

#include "sim/scenario/expression/random.h"
#include "sim/untimed/world/untimed_world.h"

#include <string>
#include <vector>

namespace rmasim::fuzz {

class Scheduler final : public sim::Choices {
public:
    // `stream` selects one of the sequences of random numbers of the seed.
    Scheduler(std::uint64_t seed, Rank ranks, std::uint64_t stream = 0);

    // Returns the index in `moves` of the move to execute next. `moves` must not be empty.
    std::size_t choose(const std::vector<sim::Move>& moves);
    std::size_t pick(std::size_t alternatives) override { return random_.below(alternatives); }

    // Returns the plan as text: "oldest first, rank 2 straggles".
    std::string description() const;

private:
    enum class Plan : std::uint8_t { uniform, oldest, newest, calls_first, packets_first, bursts, priorities };
    enum class Fault : std::uint8_t { none, straggler, paused_rank, stalled_nic, slow_pair };
    static constexpr std::uint64_t plans = 7;
    static constexpr std::uint64_t faults = 5;

    void turn_fault();
    bool may_hold_up() const { return fault_ != Fault::none && fault_on_; }
    void drop_delayed(const std::vector<sim::Move>& moves);
    template <class IsDelayed>
    void drop(const std::vector<sim::Move>& moves, IsDelayed is_delayed);
    std::size_t by_plan(const std::vector<sim::Move>& moves);
    std::size_t any(const std::vector<sim::Move>& moves);
    template <class Key>
    std::size_t index_of_min(const std::vector<sim::Move>& moves, Key key);
    std::size_t of_this_kind(const std::vector<sim::Move>& moves, sim::Move::Kind kind);
    std::size_t burst(const std::vector<sim::Move>& moves);
    std::size_t by_priority(const std::vector<sim::Move>& moves);
    std::uint64_t priority(sim::Actor actor) const;

    sim::Random random_;
    Plan plan_;
    Fault fault_;
    Rank first_;   // the rank of the fault
    Rank second_;  // the other rank of a slow pair
    bool fault_on_ = true;
    std::uint64_t turns_in_ = 0;  // number of steps until the fault begins or ends
    std::uint64_t steps_ = 0;
    Rank last_ = no_rank;  // rank of the last step; only for plan `bursts`
    // An actor's priority is the hash of this number and the actor, unless the priority was lowered. (An actor is a
    // thread, or the packets of a pair of ranks.)
    std::uint64_t salt_;
    // The actors whose priority was lowered. They have lower priorities than all other actors, and the last one in the
    // list has the lowest priority.
    std::vector<sim::Actor> lowered_;
    std::vector<std::uint64_t> change_points_;  // steps at which the actor with the highest priority is lowered
    std::vector<std::size_t> candidates_;       // indices of moves; only the first `candidate_count_` are valid
    std::size_t candidate_count_ = 0;           // if 0, all moves are candidates
    std::vector<std::size_t> lowest_;           // temporary data of `index_of_min`
};

// Runs the world in an order that the scheduler chooses. The run ends when no move is enabled, when a step ends the
// run, or after `max_steps` steps. `make(move, possible)` must execute the step; `possible` is the number of enabled
// moves. Returns the result of the last step.
template <class Make>
sim::StepResult run_by(Scheduler& scheduler, sim::UntimedWorld& world, Make make, std::size_t max_steps = SIZE_MAX) {
    std::vector<sim::Move> moves;
    sim::StepResult result = sim::StepResult::continued;
    world.list_moves(moves);
    for (std::size_t steps = 0; result == sim::StepResult::continued && !moves.empty() && steps < max_steps; ++steps) {
        const sim::Move move = moves[scheduler.choose(moves)];
        result = make(move, moves.size());
        world.list_moves(moves);
    }
    return result;
}
inline sim::StepResult run_by(Scheduler& scheduler, sim::UntimedWorld& world, std::size_t max_steps = SIZE_MAX) {
    return run_by(
        scheduler, world, [&](const sim::Move& move, std::size_t) { return world.carry_out(move, scheduler); },
        max_steps);
}

}  // namespace rmasim::fuzz
