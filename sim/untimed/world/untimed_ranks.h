// The ranks of the untimed world: the processes, the packets between them, their memory and mutexes. A driver chooses
// each step and the calls of the threads. The calls are those of a scenario's programs (untimed_world.h), of a message
// sequence (tests/sequences), or of a random program (tests/property).
//
// A step happens at one rank. A packet is handled when it arrives, even if the rank is not inside an MPI call. Runs of
// this world also cover ranks that make progress only inside calls. Such a rank handles waiting packets at the
// beginning of its next call. This has the same effect as a run of this world in which the packets arrive just before
// that call.
//
// In some families a process queues packets and handles them together (Process::has_unpolled_packets). In these
// families, handling the queue is a step of its own, a poll. Polls between calls are enabled only if the scenario has
// agents, or if the driver requests `Coverage::full`.
#pragma once

#include "protocol/base/process.h"
#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/checkers/findings/memory_checker.h"
#include "sim/checkers/semantics/watch.h"
#include "sim/checkers/usage/attached_access.h"
#include "sim/checkers/usage/usage.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/fan_out.h"
#include "sim/untimed/world/calm_barriers.h"
#include "sim/untimed/world/elements_under_way.h"
#include "sim/untimed/world/packet_queues.h"
#include "sim/untimed/world/unsent_data.h"
#include "sim/untimed/world/untimed_faults.h"
#include "sim/untimed/world/untimed_memory_choices.h"
#include "sim/untimed/world/untimed_mutexes.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// The behaviours of ranks and NICs that runs may have. With `plain`, ranks poll between calls only if the scenario has
// agents, and NICs execute each operation at once.
//
// With `full`, ranks may poll between calls even if the scenario has no agents. The runs then cover progress by agents
// and progress only inside calls, because a poll may also be as late as the next call. There is one exception: if the
// family's agent may be a separate process, ranks poll between calls only if the scenario has agents. With `full`, NICs
// execute an operation of several elements one element after the other.
enum class Coverage : std::uint8_t { plain, full };

class LivePrograms;

class UntimedRanks : public Ranks, private Transport, private Choice, private Variables {
public:
    // The sinks receive the events of the run (FanOut), after the checkers that the ranks have themselves. A sink may
    // be null. `scenario` and the sinks must outlive the ranks. Raises BadInput if there are too many ranks, if the
    // memory is too small for the windows, or if a fault is defined by a time. Call `reset` before the first step.
    template <class... Sinks>
    explicit UntimedRanks(const Scenario& scenario, Coverage coverage, Sinks*... sinks)
        : UntimedRanks(coverage, scenario, nullptr) {
        using Events = FanOut<usage::AttachmentCheck, semantics::Watch, Sinks...>;
        report_to(std::make_unique<Events>(attached_access_.get(), semantics_.get(), sinks...));
    }
    ~UntimedRanks() override;

    // Returns to the initial state.
    void reset();

    // The number of enabled moves, without the moves that resume threads. The moves are in this order: data leave the
    // user's memory; ranks poll; packets arrive, in the order of pairs of ranks; ranks continue under mutexes; ranks
    // leave calm barriers.
    std::size_t move_count() const;
    Move* copy_moves_to(Move* at) const;  // returns the position after the last copied move
    void append_moves(std::vector<Move>& moves) const;
    // Must be called only if no other move is enabled. Appends a move of the first rank that still has stores which
    // have not reached shared memory.
    void append_settling(std::vector<Move>& moves) const;

    // ---- Functions for one step. Call `begin_step`, then `begin` or `make` with one of the enabled moves. Then call
    // `end_call` for each thread whose call has ended. These functions do not catch ProtocolErrors.
    void begin_step(Choices& picks);
    // Begins a call of a thread that is outside of calls. The call is executed up to its return or to the first point
    // at which it must wait. Raises ErroneousProgram if the call breaks a rule that only the simulator can check
    // (sim/checkers/usage). The call then has no effect.
    void begin(Thread& thread, CallRequest call);
    void make(const Move& move);
    // True if NICs end operations of several elements in steps of their own (Move::Kind::nic_ends).
    bool nics_tear() const { return nics_tear_; }
    // True if the move is a poll that is enabled only because of `Coverage::full`.
    bool needs_agent(const Move& move) const;
    // Executes the remaining elements of the rank's accumulates in shared memory. Called at the beginning of the rank's
    // steps.
    void end_accumulates(Rank rank) {
        if (elements_.is_active()) elements_.end_all(rank);
    }
    // If the thread's call has ended, ends the call and rethrows the exception that the call may have thrown. Returns
    // false if the thread is outside of calls or its call has not ended.
    bool end_call(Thread& thread);
    StepNumber steps() const { return step_; }
    // The words of shared memory that the last step accessed.
    const Footprint& footprint() const { return footprint_; }

    // Returns the text of a move, such as "1 receives PUT+LOCK.X+UNLOCK from 0". No other enabled move has the same
    // text. Must be called before the move is executed.
    std::string text_of(const Move& move) const;
    // Returns the packet of a move. A move of kind `receive` delivers this packet; a move of kind `send_completed`
    // takes the packet's data from the user's memory.
    const Packet& packet_of(const Move& move) const {
        return move.kind == Move::Kind::send_completed ? unsent_data_.packet_of(move) : queues_.packet_of(move);
    }
    std::size_t packets_in_flight() const { return queues_.in_flight(); }

    // Sets the happens-before relation with which rules of MPI about several ranks are checked: only earlier events
    // that happen before a call count. If `causality` is null, all earlier events count.
    void follow(const check::Causality* causality) { usage_.follow(causality); }

    // Returns the packets, ranks and elements that the scenario's faults have removed so far.
    LostThings lost() const;

    const Scenario& scenario() const { return scenario_; }
    const Family& family() const override { return *scenario_.family; }
    const CommunicatorTable* communicators() const override { return scenario_.communicators.get(); }
    const usage::OpenEpochs* epochs() const override { return usage_.epochs(); }
    std::string window_name(Rank /*rank*/, WindowId window) const override {
        return window < scenario_.windows.size() ? scenario_.windows[window].name : "";
    }
    Rank count() const override { return scenario_.ranks; }
    const Process& process(Rank rank) const override { return *state(rank).process; }
    std::span<const UnmatchedCall> unmatched_calls() const override { return unmatched_; }
    std::span<const Thread> threads(Rank rank) const override { return state(rank).threads; }
    std::span<const Thread> all_threads() const { return all_threads_; }  // in the order of ranks
    std::span<Thread> threads(Rank rank) { return ranks_[static_cast<std::size_t>(rank)].threads; }
    const WindowMemory& memory() const { return memory_; }
    // The checker of the memory model. Null if the scenario requests none.
    const semantics::MemoryChecker* semantics() const { return semantics_.get(); }
    semantics::MemoryChecker* semantics() { return semantics_.get(); }

protected:
    // The calls are those of programs that run, which have the windows and the buffers in their memory. `scenario` has
    // no windows. `programs` must outlive the ranks.
    template <class... Sinks>
    UntimedRanks(const Scenario& scenario, LivePrograms& programs, Sinks*... sinks)
        : UntimedRanks(Coverage::full, scenario, &programs) {
        using Events = FanOut<usage::AttachmentCheck, semantics::Watch, Sinks...>;
        report_to(std::make_unique<Events>(attached_access_.get(), semantics_.get(), sinks...));
    }
    Watcher& events() { return *events_; }
    WindowMemory& own_memory() { return memory_; }
    StoreWatcher& store_watcher() { return usage_; }
    usage::Usage& usage() { return usage_; }
    CalmBarriers& barriers() { return barriers_; }
    const CalmBarriers& barriers() const { return barriers_; }
    Process& own_process(Rank rank) { return *state(rank).process; }
    AccessWatcher* access_watcher() { return semantics_.get(); }
    // True if the rank has died. A dead rank makes no further step, and packets to it are dropped.
    bool dead(Rank rank) const { return state(rank).dead; }
    // Applies the scenario's faults to the rank's next call. Returns false if the rank dies instead of beginning the
    // call.
    bool lives_to_call(Thread& thread);
    // Returns the step in which the thread's last call or access ended.
    StepNumber returned_in(const Thread& thread) const { return state(thread.rank).returned_in[thread.number]; }
    // Polls the queued packets of a rank whose programs have ended, as MPI_FINALIZE does.
    void poll_at_end(Rank rank) { state(rank).process->poll(Poller::rank); }
    void note_returned(const Thread& thread) { note_returned(thread, step_); }
    void note_returned(const Thread& thread, StepNumber step) { state(thread.rank).returned_in[thread.number] = step; }

private:
    UntimedRanks(Coverage coverage, const Scenario& scenario, LivePrograms* live);
    void report_to(std::unique_ptr<Watcher> events);

    struct UntimedRank {
        UntimedRank(std::unique_ptr<Process> process, std::span<Thread> threads)
            : process(std::move(process)), threads(threads), returned_in(threads.size(), 0) {}
        std::unique_ptr<Process> process;
        std::span<Thread> threads;
        std::vector<StepNumber> returned_in;  // by thread
        std::uint32_t calls = 0;              // number of threads inside a call
        bool dead = false;
        // The step since which packets are queued. Zero if no packet is queued. The move that polls stays enabled even
        // if a call has handled the packets in the meantime, because the search requires that an enabled move stays
        // enabled until it is executed.
        StepNumber unpolled_since = 0;
    };

    const UntimedRank& state(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
    UntimedRank& state(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
    void receive(UntimedRank& rank, const Move& move);
    void data_leave(UntimedRank& rank, const Move& move);
    void receive_by_nic(const Packet& request);
    void end_at_nic(const Move& move);
    void leave_barrier(UntimedRank& rank, const Move& move);
    void push(const Packet& packet);
    void poll(UntimedRank& rank);
    static bool polls_itself(const UntimedRank& rank);
    Move* copy_polls_to(Move* at) const;
    void continue_under_mutex(UntimedRank& rank, const Move& move);

    void send(const Packet& packet) override;
    void send_from_memory(const Packet& packet) override;
    bool ordered() const override { return scenario_.platform.network.reorder_ns == 0; }
    NicAtomics nic_atomics() const override { return scenario_.platform.nic.abilities(); }
    std::size_t choose(Rank, std::size_t alternatives) override { return picks_->pick(alternatives); }
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override;
    void report(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) override;

    const Scenario& scenario_;
    std::unique_ptr<const MessageLabels> labels_;  // of the scenario's messages
    LivePrograms* live_;                           // null if the programs are those of the scenario
    bool agents_poll_;                             // true if agents poll, in addition to the ranks themselves
    std::unique_ptr<semantics::Watch> semantics_;  // null if the scenario has no memory model
    std::unique_ptr<usage::AttachmentCheck> attached_access_;  // null if no window is dynamic
    std::unique_ptr<Watcher> events_;
    WindowMemory memory_;
    // The memory that the processes use: `memory_`, or that of the programs, whose payloads are those of `memory_`.
    Memory& used_memory_;
    UntimedMemoryChoices choices_;
    Footprint footprint_;
    PacketQueues queues_;
    UnsentData unsent_data_;
    CalmBarriers barriers_;
    ElementsUnderWay elements_;
    // True if NICs execute an operation of several elements one element after the other.
    bool nics_tear_ = false;
    std::unique_ptr<UntimedMutexes> mutexes_;  // null if the protocol does not use mutexes
    std::optional<World> world_;               // for ranks with one thread
    std::optional<World> world_of_threads_;    // for ranks with several threads
    std::vector<UntimedRank> ranks_;
    std::span<Thread> all_threads_;
    std::uint32_t unpolled_ = 0;  // number of ranks with queued packets
    std::vector<UnmatchedCall> unmatched_;
    // The threads are declared after `ranks_`, so they are destroyed first: a call of a thread uses the process of its
    // rank until it is destroyed.
    Threads threads_;
    std::unique_ptr<UntimedFaults> faults_;  // null if the scenario has no faults
    usage::Usage usage_;
    StepNumber step_ = 0;
    Choices* picks_ = nullptr;
};

// Returns the members of the communicator or window of a rank's barrier.
RankGroup group_of_barrier(const Ranks& ranks, Rank rank, WindowId id);

}  // namespace rmasim::sim
