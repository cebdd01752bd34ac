// One run of a scenario with a clock: the ranks with their processes, the virtual network and memory. A Simulation
// handles every event. The protocol's code uses the simulator by a World, which is a set of interfaces. A Simulation
// implements the interface Transport itself. Its members implement the other interfaces: WindowMemory, RunRanks (the
// choice among threads), CostAccounting (the Observer), TimedMutexes.
#pragma once

#include "protocol/base/world.h"
#include "sim/checkers/usage/attached_access.h"
#include "sim/checkers/usage/usage.h"
#include "sim/machine/engine/event_loop.h"
#include "sim/machine/exchange/packet_exchange.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/machine/network/network.h"
#include "sim/machine/platform/platform.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/live_programs.h"
#include "sim/timed/accounting.h"
#include "sim/timed/agent.h"
#include "sim/timed/digest.h"
#include "sim/timed/dynamic_window_stats.h"
#include "sim/timed/event_order.h"
#include "sim/timed/outcome.h"
#include "sim/timed/run_checkers.h"
#include "sim/timed/run_events.h"
#include "sim/timed/run_faults.h"
#include "sim/timed/run_partition.h"
#include "sim/timed/run_ranks.h"
#include "sim/timed/run_trace.h"
#include "sim/timed/timed_mutexes.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace rmasim::sim {

// The state of a program after it has entered or left an MPI function that SMPI executes. With goes_on, the program
// continues. With busy, the program continues when its MPI library is free. With failed, the run has failed and does
// not continue. With died, a fault has killed the rank.
enum class OtherCallState : std::uint8_t { goes_on, busy, failed, died };

// Returns the size beyond which the protocol itself announces operations, by packets of its own.
std::int64_t announced_beyond_bytes(const Scenario& scenario);

class Simulation final : private EventHandler, private Transport, private Arrival {
public:
    // `scenario` and `trace` must outlive the simulation. `trace` may be null. With `check` all invariants are checked,
    // and the run ends at the first violation. `by` selects the breakdowns of the result. Without a trace and without
    // `check`, events are executed node by node if possible. The result is the same in both event orders.
    explicit Simulation(const Scenario& scenario, Trace* trace = nullptr, bool check = false, Breakdowns by = {},
                        EventOrder order = EventOrder::by_node);
    // Simulates MPI programs that run at the same time as the simulation. `scenario` has no programs. When programs
    // create windows, these windows are added to `scenario`. The caller runs SimGrid's engine, which is the clock of
    // the run: see begin(). `machine` is the scenario's machine in that engine and must outlive the simulation.
    Simulation(const Scenario& scenario, LivePrograms& live, Simgrid& machine, Trace* trace = nullptr,
               bool check = false, Breakdowns by = {});
    // Simulates one partition of a run; the other processes of `exchange` simulate the other partitions. See
    // run_partition(). `exchange` and `trace` must outlive the simulation. `trace` is null in all processes or in none.
    // Raises BadInput if several processes cannot share the run.
    Simulation(const Scenario& scenario, Exchange& exchange, Breakdowns by, SharedTrace* trace = nullptr);
    ~Simulation() override;

    // Runs the scenario to its end. Raises BadInput if an argument of a call has a value that is out of range.
    RunResult run();

    // ---- A function in run_partition.cpp, to call instead of run() for one partition. Returns nullopt if the run does
    // not finish or has an error, in this process or in another process. One process must then repeat the whole run to
    // get the result. Raises ExchangeFailed if another process has exited.
    std::optional<PartitionResult> run_partition();
    // Returns the result of the partition up to now. The outcome of an unfinished partition is `interrupted`.
    PartitionResult partition_so_far();

    // ---- Functions in live.cpp, to call instead of run(). begin() begins the run. `failed` is called once if the run
    // fails (EventLoop::follow).
    void begin(std::function<void()> failed);
    // Schedules the next step of a thread of the rank's program (LivePrograms::step): now, or when the rank's MPI
    // library is free.
    void next_step(Rank rank, ThreadId thread);
    // Schedules the next step of a thread, if this step is a computation. The step begins now, because each thread has
    // a CPU core of its own.
    void computes(Rank rank, ThreadId thread);
    // Must be called when a thread enters, or leaves, an MPI function that SMPI executes. Inside the function the rank
    // makes progress. After the function the rank's MPI library may still be busy; next_step() then waits until the
    // library is free.
    OtherCallState enter_other_call(Rank rank, ThreadId thread, OtherFunction function);
    OtherCallState leave_other_call(Rank rank, ThreadId thread, const OtherEnd& end);
    // Reports that the rank has a new thread with this number, which is at least 1. The new thread may have the number
    // of a thread that has exited. Precondition: if the rank had only one thread before, that thread is not inside a
    // call.
    void thread_started(Rank rank, ThreadId number);
    void thread_ended(Rank rank, ThreadId number);
    // Reports that a thread releases or acquires its clock at a synchronisation point of its rank, such as a lock or a
    // barrier. The memory-model checker needs this information.
    void release_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign);
    void acquire_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign);
    // Must be called when a program has created a window, before any other use of the window. Precondition: the
    // scenario already contains a window with this number.
    void window_created(const NewWindow& window);
    // Must be called when the rank frees the window. Precondition: the rank's process still has the window.
    void window_freed_at(Rank rank, WindowId number);
    // Must be called when the rank's segment of a new window exists. `name` is the name of the window that was passed
    // to window_created().
    void window_ready(Rank rank, WindowId number, std::string name);
    bool watches_memory() const { return checkers_.semantics != nullptr; }
    // accessed() reports a load or a store of the rank's program. ordered() reports an atomic operation of the program,
    // which may order accesses. Precondition: watches_memory() is true.
    void accessed(Rank rank, ThreadId thread, const ProgramAccess& access);
    void ordered(Rank rank, ThreadId thread, const AtomicOrder& order);
    void polled(std::uint32_t location);
    void memory_given_back(Rank rank, const ByteRun& bytes);
    // Adds an error that the caller has found to the result: the program has broken a rule of MPI.
    void add_erroneous(Rank rank, ThreadId thread, std::string_view function, std::uint32_t location,
                       const std::string& rule);
    // Ends the run and returns its result. Precondition: no event is left.
    RunResult end();

    // Makes run() or run_partition() call `look` regularly. `look` may throw RunInterrupted, which ends the run. Does
    // nothing if SimGrid's clock drives the run.
    void look_between_events(std::function<void(const Simulation&)> look);
    // True if `look` has ended the run.
    bool was_interrupted() const { return interrupted_; }

    // now() returns the current virtual time. packets_sent() and ranks_finished() return the numbers of packets sent
    // and of ranks finished so far. latest() returns the time of the latest event.
    Time now() const { return loop_.now(); }
    std::uint64_t packets_sent() const { return accounting_.packets_sent(); }
    Rank ranks_finished() const { return static_cast<Rank>(finished_); }
    // Return the number of events that the run has not handled yet, and of packets that have arrived at a rank and wait
    // for a call of the rank.
    std::size_t pending_events() const { return loop_.pending(); }
    std::uint64_t unhandled_packets(Rank rank) const { return ranks_[rank].packets_in_inbox(); }
    Time latest() const { return end_; }

    const WindowMemory& memory() const { return global_order_run_ ? global_order_run_->memory() : memory_; }
    const Process& process(Rank rank) const {
        return global_order_run_ ? global_order_run_->process(rank) : *ranks_[rank].process;
    }
    Process& process(Rank rank) { return global_order_run_ ? global_order_run_->process(rank) : *ranks_[rank].process; }
    bool runs_by_node() const { return by_node_; }
    // True if several processes can share the run. One process can execute such a run node by node, unless it checks
    // rules between ranks.
    bool can_be_shared() const { return nodes_interact_by_packets_only() && lookahead(scenario_) > 0; }
    // Returns the range of ranks that this process simulates.
    const RankRange& ranks_here() const { return ranks_.range(); }

private:
    // Simulates all ranks, or only the ranks of `partition` if it is not null. With a partition,
    // `process_count_on_host` processes of this machine share the run.
    Simulation(const Scenario& scenario, LivePrograms* live, Simgrid* machine, Trace* trace, bool check, Breakdowns by,
               EventOrder order, std::unique_ptr<RunPartition> partition = nullptr, int process_count_on_host = 1);
    void schedule_programs();

    // ---- Functions in event_order.cpp: they choose the order of events.
    void choose_event_order();
    bool nodes_interact_by_packets_only() const;
    bool finished_by_node();
    bool runs_to_completion();
    RunResult rerun_in_global_order();

    // ---- Functions in run_partition.cpp.
    bool partition_finished();

    // ---- Functions in simulation.cpp: they handle events and packets.
    RunResult result_of(const std::function<void()>& work);
    void attach_rank_costs();
    void add_next_rank();
    void handle_rare_event(Event event, Time now);
    void handle_mutex_event(Event event, Time now);
    void stop_on_violation() const;
    void connect_listeners(bool check, Memory& memory, const Communicators* communicators);
    bool lost_nothing() const;  // true if no rank died and no packet was lost
    void drain_store_buffers();
    void check_end();
    void require_quiescent();
    void handle(Event event, Time now) override;
    bool prefetches_events() const override;
    void prefetch_events(const EventQueue<Event>& queue) const override;
    void prefetch_nodes(const NodeQueue& queue) const override;
    const RankState& rank_of(Event event) const {
        return ranks_[event.has_packet() ? event.packet().target : event.rank()];
    }
    void send(const Packet& packet) override;
    void pass_to_itself(const Packet& packet);
    [[gnu::noinline]] void send_to_nic(const Packet& request);
    void send_from_memory(const Packet& packet) override;
    void inject_packet(const Packet& packet, std::uint32_t copied_bytes, CompletionNotice notice, bool to_nic = false);
    bool ordered() const override { return scenario_.platform.network.reorder_ns == 0; }
    NicAtomics nic_atomics() const override { return scenario_.platform.nic.abilities(); }
    void arrived(const Packet& packet, Time now) override;
    void send_completed(const Packet& packet, Time now);
    void handle_packet(RankState& rank, const Packet& packet, Time idle = 0);
    void handle_send_completion(RankState& rank, const Packet& packet);
    void handle_packet_or_completion(RankState& rank, const Packet& packet);
    void drain_inbox(RankState& rank);
    void wait_until(RankState& rank, Time now);

    // ---- Functions in message_costs.cpp: the costs of long packets, and of operations that a NIC executes.
    Time departure_of_long(const Packet& packet, std::uint32_t copied_bytes, Time copied);
    Time overlap(const Packet& packet, std::uint32_t copied_bytes);
    Time round_trip_before(const Packet& packet);
    Route route_of(const Packet& packet);
    void arrived_at_nic(RankState& rank, const Packet& request, Time now);

    // ---- Functions in threads.cpp: they schedule a rank's threads.
    void run_thread(RankState& rank, Thread& thread, Time now);
    void compute(RankState& rank, Thread& thread, Time time, bool polls);
    void repay_interruption(RankState& rank, Thread& thread);
    void access(RankState& rank, Thread& thread, const Instruction& at);
    void block_at_sync(RankState& rank, Thread& thread, const Instruction& at);
    void release_blocked_threads(RankState& rank, Time now);
    void schedule_run(const Thread& thread, Time time);
    void reschedule_thread(const Thread& thread);
    void queue_for_library(RankState& rank, Thread& thread, Time now);
    void schedule_library_turn(RankState& rank, Time time);
    void run_next_library_call(RankState& rank, Time now);
    void begin_call(RankState& rank, Thread& thread, Time now);
    bool may_begin(RankState& rank, Thread& thread, const CallRequest& call);
    [[gnu::noinline]] bool leave_unmatched(Thread& thread, const CallRequest& call, const usage::CallRecord& other);
    void complete_calls(RankState& rank);
    void end_call(RankState& rank, Thread& thread);
    void finish(RankState& rank, Thread& thread);
    template <class Step>
    auto with_error_context(const Thread& thread, Step step);
    [[gnu::noinline]] bool refuse(RankState& rank, Thread& thread);
    [[noreturn]] void fail(const Thread& thread, const ErroneousProgram& error);
    [[gnu::noinline]] void note_broken(const Thread& thread);
    void note_broken(const Thread& thread, const ErroneousProgram& error);

    // ---- Functions in live.cpp: they simulate running MPI programs.

    // The last MPI function of a thread among those that SMPI executes.
    struct OtherCall {
        OtherFunction function{};
        Time began = 0;
        bool inside = false;
    };
    OtherCall& other_call(const Thread& thread) {
        std::vector<OtherCall>& of_rank = other_calls_[static_cast<std::size_t>(thread.rank)];
        if (of_rank.size() <= thread.number) of_rank.resize(thread.number + std::size_t{1});
        return of_rank[thread.number];
    }
    Thread& thread_of(Rank rank, ThreadId number) { return ranks_[rank].threads()[number]; }
    void end_program(RankState& rank, Thread& thread);
    void add_waiting_thread(const ThreadWait& wait, RunResult& result);
    void run_live(RankState& rank, Thread& thread, Time now);
    void add_stuck_in_hosted_calls(RunResult& result);

    // ---- Functions in agent.cpp: they simulate progress agents.
    void arrived_outside_calls(RankState& rank, const Packet& packet, Time now);
    void wake_agent(RankState& rank, Time now);
    void poll_by_agent(RankState& rank, std::span<const Packet> packets, Time now);
    void begin_polling(RankState& rank, Thread& thread);
    void poll(RankState& rank, std::span<const Packet> packets, Time now);

    // ---- Functions in faults.cpp: they are called only if the scenario has faults.
    bool alive_at(RankState& rank, Time now);
    bool begins_call(RankState& rank, Time now);
    void die(RankState& rank, std::string when);
    void shrink_pool_of(RankState& rank, const PoolShrink& shrink, std::string when);
    void drop_packet(const Packet& packet);
    bool is_lost(const Packet& packet, CompletionNotice notice);
    LostThings lost_things();

    // ---- Functions in collect.cpp: they set the fields of the result.
    RunResult collect();
    void collect_counters(RunResult& result) const;
    void collect_queues(RunResult& result) const;
    void collect_elements(RunResult& result) const;
    void collect_of_program(RunResult& result);
    void collect_tables(RunResult& result) const;
    void collect_memory(RunResult& result) const;
    void collect_stuck(RunResult& result);
    void trace_stuck(const std::vector<StuckCall>& calls) const;

    const Scenario& scenario_;
    Breakdowns by_;
    LivePrograms* live_;  // null if the scenario's programs are interpreted
    Simgrid* live_clock_;
    Trace* trace_;
    Platform platform_;
    std::unique_ptr<RunPartition> partition_;  // null if the run is not shared
    EventLoop loop_;
    std::unique_ptr<Network> network_;
    std::optional<World> world_;             // for ranks with one thread
    std::optional<World> world_of_threads_;  // for ranks with several threads
    RunRanks ranks_;
    WindowMemory memory_;
    std::int64_t announced_beyond_bytes_;
    std::uint32_t long_bytes_;    // longer packets may be sent in segments, or after a round trip
    TimedMemoryChoices choices_;  // the choices of shared memory
    WrongValues wrong_values_;
    Interpreter interpreter_;
    CostAccounting accounting_;
    Cpu& cpu_;
    std::unique_ptr<usage::AttachmentCheck> attached_access_;  // null if no window is dynamic
    std::unique_ptr<usage::Usage> usage_;                      // null if the programs cannot break its rules
    usage::CallRecorder* shared_calls_ = nullptr;              // not null only if process 0 checks rules between ranks
    RunCheckers checkers_;
    std::optional<RunTrace> run_trace_;  // nullopt without a trace
    RunEvents events_;
    std::unique_ptr<RunFaults> faults_;      // null if the scenario has no faults
    std::vector<RankFaultCosts> extras_;     // by rank; empty if no rank needs them
    std::unique_ptr<TimedMutexes> mutexes_;  // null if the protocol does not use mutexes
    Agents agents_;
    std::uint64_t agent_looks_ = 0;
    Digest digest_;
    std::function<void(const Simulation&)> look_;  // empty, or what look_between_events() received
    bool interrupted_ = false;
    Rank finished_ = 0;
    Time end_ = 0;
    std::vector<StuckCall> erroneous_;
    // The invariant checker's result at the first error of the program. Later results are ignored, because invariants
    // hold only for correct programs.
    std::optional<std::pair<std::optional<check::Violation>, check::Checked>> before_error_;
    std::unique_ptr<DynamicWindowStats> windows_;      // null if all windows exist from the start
    std::vector<std::vector<OtherCall>> other_calls_;  // by rank and thread, of MPI programs
    // The text of an error that the protocol's code raised after a packet or rank was lost; empty if there is none.
    std::string broken_;
    bool by_node_ = false;
    // A second run of the same scenario with its events ordered by time; null if no second run was needed.
    std::unique_ptr<Simulation> global_order_run_;
    std::optional<ImplementationFailed> failed_;  // the failure of the real implementation that the family reproduces
};

}  // namespace rmasim::sim
