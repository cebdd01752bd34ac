// The programs of a scenario in the untimed world: only the order of steps matters. The driver chooses each step
// among the possible ones, so every order can be played and replayed.
//
// Besides the steps of its ranks (untimed_ranks.h) there is one more kind: a thread's program runs until its next call
// begins, executes its next load or store of a shared window, or comes to where threads meet (thread_sync.h). Loads and
// stores of other windows belong to the step of the call after them. Computations take no time.
#pragma once

#include "sim/untimed/world/move_cache.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <string>
#include <vector>

namespace rmasim::sim {

enum class StepResult : std::uint8_t {
    went_on,
    erroneous,  // the program broke a rule of MPI
    broken,     // the core broke a rule of its own
};

class UntimedWorld final : public UntimedRanks {
public:
    // `scenario` and `watcher` must outlive the world. Raises BadInput like UntimedRanks.
    UntimedWorld(const Scenario& scenario, Watcher& watcher);

    // Returns to the initial state.
    void reset();

    // Replaces `moves` by the possible moves: threads in order, then packets in order of pairs. Empty if none is
    // possible.
    void list_moves(std::vector<Move>& moves) const;
    // Makes one of these moves. After any result but `went_on` the world can only be reset.
    StepResult carry_out(const Move& move, Choices& picks);

    // Every program has ended and every packet is handled.
    bool finished() const { return finished_ == count() && packets_in_flight() == 0; }
    // Of a finished world that lost nothing: what the programs left undone; none if that is nothing.
    std::optional<std::string> unsettled() const;
    // What went wrong in the last step: "rank 0: put at programs[0].calls[1].put: no access epoch is open ...".
    const std::string& trouble() const { return trouble_; }
    // The implementation that the family records failed in the last step.
    std::optional<FailureKind> implementation_failed() const { return implementation_failed_; }
    // The step of the other rank if two broke the rule together; 0: there is none.
    StepNumber trouble_with() const { return trouble_with_; }

    // "0 goes on" ("0.1 goes on" if the rank has several threads), "1 receives PUT+LOCK.X+UNLOCK from 0": distinguishes
    // the moves that are possible now. Call it before the move.
    std::string text_of(const Move& move) const;
    // "0 goes on: lock", for the move made last.
    std::string text_of_last() const { return last_text_; }
    void write_texts(bool wanted) { texts_wanted_ = wanted; }

    const WrongValues& wrong_values() const { return wrong_values_; }

private:
    StepResult try_to_make(const Move& move);
    void make(const Move& move);
    // A step changes threads of its own rank only.
    void renew_next_calls(Rank rank);
    void resume_thread(Thread& thread);
    bool collect_returned(Rank rank);
    void release_blocked_threads(Rank rank);
    void finish(Thread& thread);

    WrongValues wrong_values_;
    Interpreter interpreter_;
    KeptMoves next_calls_;  // of threads, in the order of all_threads()
    Rank finished_ = 0;
    const Thread* at_work_ = nullptr;  // the thread whose program or call is running
    std::string trouble_;
    std::optional<FailureKind> implementation_failed_;
    StepNumber trouble_with_ = 0;
    bool texts_wanted_ = false;
    std::string last_text_;
};

}  // namespace rmasim::sim
