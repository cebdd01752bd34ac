// A world without a clock: the programs of a scenario on the real core, and nothing but the order in which things
// happen. Whoever drives it chooses each step among those that are possible, so every order can be played, and played
// again.
//
// A step happens at one rank: a thread's program goes on to its next call, or through its next load or store of a
// shared window; or a packet arrives and is handled. Packets are handled when they arrive, inside a call or not; that
// covers ranks that make progress inside calls only, since those handle what has come before a call as they begin it.
// Loads and stores of other windows, between two calls, happen as the second one begins. Computations take no time.
#pragma once

#include "protocol/base/process.h"
#include "sim/diagnosis/wait_report.h"
#include "sim/memory/footprint.h"
#include "sim/memory/window_memory.h"
#include "sim/ranks/watcher.h"
#include "sim/untimed/packet_queues.h"
#include "sim/untimed/picked_fate.h"
#include "sim/untimed/untimed_faults.h"
#include "sim/untimed/untimed_mutexes.h"

#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

enum class StepResult : std::uint8_t {
    went_on,
    erroneous,  // the program broke a rule of MPI
    broken,     // the core broke a rule of its own
};

class UntimedWorld final : public Ranks, private Transport, private Choice, private Variables {
public:
    // `scenario` and `watcher` outlive the world. Raises BadInput when there is no memory for the windows.
    UntimedWorld(const Scenario& scenario, Watcher& watcher);
    ~UntimedWorld() override;

    // Back to the beginning.
    void reset();

    // Replaces `moves` by what can happen next: threads in order, then packets in order of pairs. Empty: nothing moves
    // any more.
    void list_moves(std::vector<Move>& moves) const;
    // Makes one of them. After any result but `went_on` the world can only be reset.
    StepResult carry_out(const Move& move, Picks& picks);
    StepNumber steps() const { return step_; }
    // What the last step touched of shared memory.
    const Footprint& footprint() const { return footprint_; }

    // Every program is at its end and every packet handled.
    bool finished() const { return finished_ == scenario_.ranks && queues_.empty(); }
    // What the scenario's faults have taken so far.
    LostThings lost() const;
    // What went wrong in the last step: "rank 0: put at programs[0].calls[1].put: no access epoch is open ...".
    const std::string& trouble() const { return trouble_; }

    // "0 goes on", "0.1 goes on" where the rank has several threads, "1 receives PUT+LOCK.X+UNLOCK from 0": tells the
    // moves of a moment apart. Before the move is made.
    std::string text_of(const Move& move) const;
    // "0 goes on: lock", for the move made last.
    std::string text_of_last() const { return last_text_; }
    void write_texts(bool wanted) { texts_wanted_ = wanted; }

    const Scenario& scenario() const { return scenario_; }

    Rank count() const override { return scenario_.ranks; }
    const Family& family() const override { return *scenario_.family; }
    const Process& process(Rank rank) const override { return *state(rank).process; }
    std::span<const Thread> threads(Rank rank) const override { return state(rank).threads; }
    const WindowMemory& memory() const { return memory_; }
    const WrongValues& wrong_values() const { return wrong_values_; }

private:
    struct UntimedRank {
        UntimedRank(std::unique_ptr<Process> process, std::span<Thread> threads)
            : process(std::move(process)), threads(threads), returned_in(threads.size(), 0) {}
        std::unique_ptr<Process> process;
        std::span<Thread> threads;
        std::vector<StepNumber> returned_in;  // by thread: the step in which its last call returned
        std::uint32_t calls = 0;              // threads inside one
        std::uint32_t finished = 0;           // threads whose program is over
        bool dead = false;                    // it does nothing any more, and packets to it vanish
    };

    const UntimedRank& state(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
    UntimedRank& rank_of(const Move& move) { return ranks_[static_cast<std::size_t>(move.rank)]; }
    void append_settling(std::vector<Move>& moves) const;
    void make(const Move& move);
    void go_on(UntimedRank& rank, Thread& thread);
    void begin_call(UntimedRank& rank, Thread& thread, const Instruction& at);
    void receive(UntimedRank& rank, const Move& move);
    void go_on_inside(UntimedRank& rank, const Move& move);
    void collect_returned(UntimedRank& rank);
    void finish(UntimedRank& rank, Thread& thread);
    bool lives_through_call(UntimedRank& rank, Thread& thread);

    void send(const Packet& packet) override;
    bool ordered() const override { return scenario_.platform.network.reorder_ns == 0; }
    std::size_t choose(Rank, std::size_t alternatives) override { return picks_->pick(alternatives); }
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override;

    const Scenario& scenario_;
    Watcher& watcher_;
    WindowMemory memory_;
    PickedFate fate_;
    Footprint footprint_;
    WrongValues wrong_values_;
    Interpreter interpreter_;
    PacketQueues queues_;
    std::unique_ptr<UntimedMutexes> mutexes_;  // none: the protocol has no use for them
    std::vector<UntimedRank> ranks_;
    Threads threads_;                        // goes before the processes whose calls they are in
    std::unique_ptr<UntimedFaults> faults_;  // none: nothing is lost
    Rank finished_ = 0;
    StepNumber step_ = 0;
    Picks* picks_ = nullptr;
    const Thread* at_work_ = nullptr;  // whose program or call is being carried on
    std::string trouble_;
    bool texts_wanted_ = false;
    std::string last_text_;
};

}  // namespace rmasim::sim
