// A world whose orders can be explored: ranks, their programs, and the packets between them. The driver chooses each
// step among the enabled moves, so every order can be executed and replayed.
//
// Ranks have the moves of untimed_ranks.h and one more kind of move: a thread's program runs up to the point that the
// derived class defines, such as the beginning of its next call. Computations take no time. The world covers both kinds
// of progress: queued packets may be polled inside of calls and between calls.
//
// Two classes are derived: UntimedWorld, whose programs are those of a scenario, and ProgramOrders (sim/mpi/explored),
// whose programs run in this process.
#pragma once

#include "sim/programs/wrong_values.h"
#include "sim/untimed/world/move_cache.h"
#include "sim/untimed/world/untimed_ranks.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

enum class StepResult : std::uint8_t {
    continued,
    erroneous,  // the program broke a rule of MPI
    broken,     // an assertion in the protocol's code failed
    refused,    // an argument of a call has a value that is out of range
    stopped,    // the program ended the run, by MPI_Abort or an exit code
};

// The end of a run by a running program. A step that throws it has the result `result`.
struct ProgramStopped {
    StepResult result = StepResult::stopped;
    std::string text{};
};

class ExploredWorld : public UntimedRanks {
public:
    // Returns to the initial state.
    virtual void reset();

    // Replaces `moves` by the enabled moves: first those of threads, in order, then those of packets, in the order of
    // pairs of ranks. `moves` is empty if no move is enabled.
    void list_moves(std::vector<Move>& moves) const;
    // Executes one of the enabled moves. If the result is not `continued`, the next call must be `reset`.
    StepResult carry_out(const Move& move, Choices& picks);

    // True if every program has ended and every packet is handled.
    bool finished() const { return finished_ == count() && packets_in_flight() == 0; }
    // Returns a text about epochs, requests or windows that a program has left open at its end; nullopt if all are
    // closed. The world must be finished, and no packet or rank must have been lost.
    std::optional<std::string> unsettled() const;
    // Returns the error of the last step: "rank 0: put at programs[0].calls[1].put: no access epoch is open ...".
    const std::string& trouble() const { return trouble_; }
    // Returns the kind of failure if the last step failed because of a known defect of the simulated MPI library, which
    // the family's process records. Otherwise returns nullopt.
    std::optional<FailureKind> implementation_failed() const { return implementation_failed_; }
    // If the last step broke a rule of MPI together with a step of another rank, returns the number of that step;
    // otherwise 0.
    StepNumber trouble_with() const { return trouble_with_; }

    // Returns the text of a move. No other enabled move has the same text. Examples: "1 receives PUT+LOCK.X+UNLOCK from
    // 0", "0 goes on", and "0.1 goes on" if the rank has several threads. Must be called before the move is executed.
    std::string text_of(const Move& move) const;
    // Returns the text of the last move: "0 goes on: lock".
    std::string text_of_last() const { return last_text_; }
    void write_texts(bool wanted) { texts_wanted_ = wanted; }

    const WrongValues& wrong_values() const { return wrong_values_; }

    // Barriers are calm, or not, from now on. Must be called in the initial state.
    void use_calm_barriers(bool wanted) { barriers().use(wanted); }
    const CalmBarriers& calm_barriers() const { return barriers(); }

    // ---- For programs that run.
    // Returns the failure of a run that has reached its end, if the programs report one.
    virtual std::optional<ProgramStopped> failed_at_end() const { return std::nullopt; }
    // Returns the digest of the end state of programs that run. Nullopt for programs of a scenario (end_state.h).
    virtual std::optional<std::uint64_t> digest_of_end() const { return std::nullopt; }
    // Returns a line about each thread that polls without change: the calls that it repeats.
    virtual std::vector<std::string> polls_without_change() const { return {}; }

protected:
    using UntimedRanks::UntimedRanks;
    template <class... Sinks>
    ExploredWorld(const Scenario& scenario, LivePrograms& programs, Sinks*... sinks)
        : UntimedRanks(scenario, programs, sinks...) {}

    // ---- Functions of the derived class.
    // Continues a thread that is outside of calls.
    virtual void continue_program(Thread& thread) = 0;
    // Called when the thread's call has returned. Returns true if the thread's program has ended by that.
    virtual bool returns_from_call(Thread& thread) = 0;

    // Called after a step at a rank: of a program of the rank, or another one.
    virtual void step_made(Rank /*rank*/, bool /*of_program*/) {}

    // Ends the thread's program.
    void finish(Thread& thread);
    // Lets a thread that polls continue, because of the change that step `changed` has made.
    void end_polling(Thread& thread, StepNumber changed);
    // Releases threads that were blocked by other threads of the rank. Each released thread continues in a step of its
    // own, which the current step enables.
    void release_blocked_threads(Rank rank);
    bool texts_wanted() const { return texts_wanted_; }
    // Adds the event of the last move to its text.
    void add_to_text(std::string_view event) { last_text_ += event; }

    WrongValues wrong_values_;

private:
    StepResult try_to_make(const Move& move);
    void make(const Move& move);
    // Updates the cached moves of a rank. A step changes only threads of its own rank.
    void renew_next_calls(Rank rank);
    void resume_thread(Thread& thread);
    bool collect_returned(Rank rank);

    KeptMoves next_calls_;  // the moves of threads, in the order of all_threads()
    Rank finished_ = 0;
    const Thread* at_work_ = nullptr;  // the thread whose program or call is being executed
    std::string trouble_;
    std::optional<FailureKind> implementation_failed_;
    StepNumber trouble_with_ = 0;
    bool texts_wanted_ = false;
    std::string last_text_;
};

}  // namespace rmasim::sim
