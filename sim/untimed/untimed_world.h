// The programs of a scenario in a world without a clock: nothing but the order in which things happen. Whoever drives
// it chooses each step among those that are possible, so every order can be played, and played again.
//
// Besides the steps of its ranks (untimed_ranks.h) there is one more: a thread's program goes on to its next call, or
// through its next load or store of a shared window. Loads and stores of other windows, between two calls, happen as
// the second one begins. Computations take no time.
#pragma once

#include "sim/untimed/untimed_ranks.h"

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
    // `scenario` and `watcher` outlive the world. Raises BadInput as UntimedRanks does.
    UntimedWorld(const Scenario& scenario, Watcher& watcher);

    // Back to the beginning.
    void reset();

    // Replaces `moves` by what can happen next: threads in order, then packets in order of pairs. Empty: nothing moves
    // any more.
    void list_moves(std::vector<Move>& moves) const;
    // Makes one of them. After any result but `went_on` the world can only be reset.
    StepResult carry_out(const Move& move, Picks& picks);

    // Every program is at its end and every packet handled.
    bool finished() const { return finished_ == count() && packets_in_flight() == 0; }
    // What went wrong in the last step: "rank 0: put at programs[0].calls[1].put: no access epoch is open ...".
    const std::string& trouble() const { return trouble_; }

    // "0 goes on", "0.1 goes on" where the rank has several threads, "1 receives PUT+LOCK.X+UNLOCK from 0": tells the
    // moves of a moment apart. Before the move is made.
    std::string text_of(const Move& move) const;
    // "0 goes on: lock", for the move made last.
    std::string text_of_last() const { return last_text_; }
    void write_texts(bool wanted) { texts_wanted_ = wanted; }

    const WrongValues& wrong_values() const { return wrong_values_; }

private:
    void make(const Move& move);
    void go_on(Thread& thread);
    void collect_returned(Rank rank);
    void finish(Thread& thread);

    WrongValues wrong_values_;
    Interpreter interpreter_;
    Rank finished_ = 0;
    const Thread* at_work_ = nullptr;  // whose program or call is being carried on
    std::string trouble_;
    bool texts_wanted_ = false;
    std::string last_text_;
};

}  // namespace rmasim::sim
