#include "sim/untimed/fuzz/run/scheduler.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

namespace rmasim::fuzz {

using sim::Actor;
using sim::Move;

namespace {

// The typical number of steps of a random program.
constexpr std::uint64_t steps_of_a_run = 400;
constexpr std::uint64_t max_change_points = 4;
constexpr std::uint64_t max_turn = 64;

}  // namespace

Scheduler::Scheduler(std::uint64_t seed, Rank ranks, std::uint64_t stream)
    : random_(seed, stream), plan_(static_cast<Plan>(random_.below(plans))),
      fault_(static_cast<Fault>(random_.below(2) == 0 ? 0 : random_.below(faults))),
      first_(static_cast<Rank>(random_.below(static_cast<std::uint64_t>(ranks)))),
      second_(static_cast<Rank>(random_.below(static_cast<std::uint64_t>(ranks)))), salt_(random_.next()) {
    if (plan_ != Plan::priorities) return;
    change_points_.resize(random_.below(max_change_points + 1));
    for (std::uint64_t& point : change_points_) point = random_.below(steps_of_a_run);
}

std::size_t Scheduler::choose(const std::vector<Move>& moves) {
    turn_fault();
    if (candidates_.size() < moves.size()) {
        candidates_.resize(2 * moves.size());
        lowest_.resize(2 * moves.size());
    }
    candidate_count_ = 0;
    if (may_hold_up()) drop_delayed(moves);
    const std::size_t chosen = by_plan(moves);
    last_ = moves[chosen].rank;
    ++steps_;
    return chosen;
}

// Begins or ends the fault of the run. A straggler is always slow, but sometimes executes a step. Other faults begin
// and end.
void Scheduler::turn_fault() {
    if (fault_ == Fault::none) return;
    if (fault_ == Fault::straggler) {
        fault_on_ = random_.below(16) != 0;
    } else if (turns_in_-- == 0) {
        fault_on_ = !fault_on_;
        turns_in_ = random_.below(max_turn);
    }
}

void Scheduler::drop_delayed(const std::vector<Move>& moves) {
    const auto packet = [](const Move& move) { return move.kind == Move::Kind::receive; };
    const auto by_nic = [](const Move& move) {
        return (move.kind == Move::Kind::receive) | (move.kind == Move::Kind::send_completed) |
               (move.kind == Move::Kind::nic_ends);
    };
    switch (fault_) {
        case Fault::none: return;
        case Fault::straggler: return drop(moves, [&](const Move& m) { return !by_nic(m) & (m.rank == first_); });
        case Fault::paused_rank: return drop(moves, [&](const Move& m) { return m.rank == first_; });
        case Fault::stalled_nic:
            return drop(moves, [&](const Move& m) { return by_nic(m) & ((m.rank == first_) | (m.source == first_)); });
        case Fault::slow_pair:
            return drop(moves, [&](const Move& m) { return packet(m) & (m.rank == first_) & (m.source == second_); });
    }
}

// Collects the moves that are not delayed, without a conditional branch: the processor could not predict such a branch.
template <class IsDelayed>
void Scheduler::drop(const std::vector<Move>& moves, IsDelayed is_delayed) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        candidates_[kept] = i;
        kept += is_delayed(moves[i]) ? 0 : 1;
    }
    candidate_count_ = kept;
}

std::size_t Scheduler::by_plan(const std::vector<Move>& moves) {
    const auto age = [](const Move& move) { return std::max(move.sent_by, move.enabled_by); };
    switch (plan_) {
        case Plan::uniform: return any(moves);
        case Plan::oldest: return index_of_min(moves, age);
        case Plan::newest: return index_of_min(moves, [&](const Move& move) { return UINT32_MAX - age(move); });
        case Plan::calls_first: return of_this_kind(moves, Move::Kind::resume_thread);
        case Plan::packets_first: return of_this_kind(moves, Move::Kind::receive);
        case Plan::bursts: return burst(moves);
        case Plan::priorities: return by_priority(moves);
    }
    return any(moves);
}

std::size_t Scheduler::any(const std::vector<Move>& moves) {
    if (candidate_count_ == 0) return random_.below(moves.size());
    return candidates_[random_.below(candidate_count_)];
}

template <class Key>
std::size_t Scheduler::index_of_min(const std::vector<Move>& moves, Key key) {
    auto lowest = std::numeric_limits<decltype(key(moves.front()))>::max();
    std::size_t lowest_ones = 0;
    const auto compare = [&](std::size_t i) {
        const auto of_this = key(moves[i]);
        lowest_ones = of_this < lowest ? 0 : lowest_ones;
        lowest = std::min(lowest, of_this);
        lowest_[lowest_ones] = i;
        lowest_ones += of_this == lowest ? 1 : 0;
    };
    if (candidate_count_ == 0) {
        for (std::size_t i = 0; i < moves.size(); ++i) compare(i);
    } else {
        for (std::size_t i = 0; i < candidate_count_; ++i) compare(candidates_[i]);
    }
    return lowest_[random_.below(lowest_ones)];
}

std::size_t Scheduler::of_this_kind(const std::vector<Move>& moves, Move::Kind kind) {
    return index_of_min(moves, [kind](const Move& move) { return move.kind == kind ? 0 : 1; });
}

// Usually returns a move of the rank that executed the last step.
std::size_t Scheduler::burst(const std::vector<Move>& moves) {
    if (random_.below(10) == 0) return any(moves);
    return index_of_min(moves, [this](const Move& move) { return move.rank == last_ ? 0 : 1; });
}

// Chooses the move whose actor has the highest priority. Priorities are random, and change at a few steps. Consider a
// bug that needs only a few events in a certain order. The probability of finding this bug does not depend on the other
// events (Burckhardt et al., "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs").
std::size_t Scheduler::by_priority(const std::vector<Move>& moves) {
    const auto foremost = [&] {
        return index_of_min(moves, [this](const Move& move) { return priority(move.actor); });
    };
    if (std::find(change_points_.begin(), change_points_.end(), steps_) == change_points_.end()) return foremost();
    lowered_.push_back(moves[foremost()].actor);
    return foremost();
}

// Returns the priority of an actor. The lowest number is the highest priority.
std::uint64_t Scheduler::priority(Actor actor) const {
    const auto lowered = std::find(lowered_.rbegin(), lowered_.rend(), actor);
    if (lowered != lowered_.rend()) return UINT64_MAX - static_cast<std::uint64_t>(lowered - lowered_.rbegin());
    return sim::Random(salt_, actor).next() >> 1;
}

std::string Scheduler::description() const {
    constexpr const char* names[] = {"uniform",       "oldest first", "newest first", "calls first",
                                     "packets first", "bursts",       "priorities"};
    std::string text = names[static_cast<std::size_t>(plan_)];
    if (plan_ == Plan::priorities) text += fmt::format(" ({} changes)", change_points_.size());
    switch (fault_) {
        case Fault::none: return text;
        case Fault::straggler: return text + fmt::format(", rank {} straggles", first_);
        case Fault::paused_rank: return text + fmt::format(", rank {} pauses", first_);
        case Fault::stalled_nic: return text + fmt::format(", rank {}'s NIC stalls", first_);
        case Fault::slow_pair: return text + fmt::format(", packets from {} to {} are slow", second_, first_);
    }
    return text;
}

}  // namespace rmasim::fuzz
