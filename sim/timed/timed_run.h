// One run of a scenario with a clock. The parts of the run have one task each: TimedRun owns them, handles the events,
// and passes each event to a part. The protocol's code uses the run by a World, which is a set of interfaces.
//
//   run_parts.h       the data: machine, ranks, memory, accounting, listeners
//   program_steps.h   the steps of programs: interpreted, or of MPI programs that run
//   rank_scheduler.h  the next thread of a rank
//   call_rules.h      the rules of MPI that a call may break
//   packet_path.h     from a rank to the network
//   rank_progress.h   from the network to a rank
//   fault_injection.h, program_errors.h, run_ending.h, live_session.h
#pragma once

#include "protocol/base/world.h"
#include "sim/programs/message_labels.h"
#include "sim/timed/call_rules.h"
#include "sim/timed/event_order.h"
#include "sim/timed/event_prefetcher.h"
#include "sim/timed/live_session.h"
#include "sim/timed/partition/run_partition.h"
#include "sim/timed/ranks/packet_path.h"
#include "sim/timed/ranks/rank_progress.h"
#include "sim/timed/ranks/rank_scheduler.h"
#include "sim/timed/run_ending.h"
#include "sim/timed/run_parts.h"
#include "sim/timed/timed_run_options.h"

#include <memory>
#include <optional>

namespace rmasim::sim {

class TimedRun final : private EventHandler {
public:
    // Creates a run in the order `order`. With EventOrder::by_node, can_run_by_node() must be true. The scenario must
    // outlive the run.
    explicit TimedRun(const Scenario& scenario, const TimedRunOptions& options = {},
                      EventOrder order = EventOrder::in_time);
    // Creates the run of MPI programs that run at the same time; see live(). `scenario` has no programs. When programs
    // create windows, these windows are added to `scenario`. The caller runs SimGrid's engine, which is the clock of
    // the run.
    TimedRun(const Scenario& scenario, const TimedRunOptions& options, const LiveInputs& live);
    // Creates one partition of a run; the other processes of `exchange` simulate the other partitions. See
    // run_partition(). `exchange` and `trace` must outlive the run. `trace` is null in all processes or in none. Raises
    // BadInput if several processes cannot share the run.
    TimedRun(const Scenario& scenario, const TimedRunOptions& options, Exchange& exchange,
             SharedTrace* trace = nullptr);
    ~TimedRun() override;

    // Runs the scenario to its end, in the order of time. Raises BadInput if an argument of a call has a value that is
    // out of range.
    RunResult run();
    // Runs the scenario node by node. Returns nullopt after an error, a wrong value or a deadlock; the caller must then
    // make another run, in the order of time. The result must report the first error in the order of time, and the
    // report of a deadlock needs the epochs, which only a run in the order of time records.
    std::optional<RunResult> run_by_node();

    // ---- For one partition (run_partition.cpp). run_partition() returns nullopt if the run does not finish or has an
    // error, in this process or in another process. One process must then repeat the whole run to get the result.
    // Raises ExchangeFailed if another process has exited.
    std::optional<PartitionResult> run_partition();
    // Returns the result of the partition up to now. The outcome of an unfinished partition is `interrupted`.
    PartitionResult partition_so_far();

    // Returns the session of the running programs. Precondition: the run is one of MPI programs that run.
    LiveSession& live() { return *live_; }
    // Calls LivePrograms::woken at a time that is not past. Precondition: the run drives programs that run.
    void wake_at(Rank rank, Time time);

    // True if TimedRunOptions::look has ended the run.
    bool was_interrupted() const { return ending_.was_interrupted(); }
    // now() returns the current virtual time. packets_sent() and ranks_finished() return the numbers of packets sent
    // and of ranks finished so far. latest() returns the time of the latest event.
    Time now() const { return run_.loop.now(); }
    Time latest() const { return run_.end; }
    std::uint64_t packets_sent() const { return run_.accounting.packets_sent(); }
    Rank ranks_finished() const { return scheduler_.finished(); }

    const WindowMemory& memory() const { return run_.memory; }
    const Process& process(Rank rank) const { return *run_.ranks[rank].process; }
    // Returns the range of ranks that this process simulates.
    const RankRange& ranks_here() const { return run_.ranks.range(); }

private:
    // The inputs of a run. Pointers are null for a run that is neither live nor shared.
    struct Inputs {
        const Scenario& scenario;
        TimedRunOptions options;
        EventOrder order = EventOrder::in_time;
        const LiveInputs* live = nullptr;
        std::unique_ptr<RunPartition> partition{};
        int process_count_on_host = 1;
    };
    explicit TimedRun(Inputs inputs);
    RankRange range_of(const Scenario& scenario) const;
    void order_by_node(const TimedRunOptions& options);
    void add_next_rank();
    void run_events();

    void handle(Event event, Time now) override;
    void handle_rare_event(Event event, Time now);
    bool prefetches_events() const override { return prefetcher_.is_worth_it(); }
    void prefetch_events(const EventQueue<Event>& queue) const override { prefetcher_.prefetch_events(queue); }
    void prefetch_nodes(const NodeQueue& queue) const override { prefetcher_.prefetch_nodes(queue); }

    std::unique_ptr<RunPartition> partition_;  // null if the run is not shared
    RunParts run_;
    FaultInjection faults_;
    ProgramErrors errors_;
    CallRules rules_;
    ProgramSteps steps_;
    RankProgress progress_;
    PacketPath packets_;
    RankScheduler scheduler_;
    RunEnding ending_;
    EventPrefetcher prefetcher_;
    ScenarioLabels labels_;
    World world_;                        // for ranks with one thread
    World world_of_threads_;             // for ranks with several threads
    std::unique_ptr<LiveSession> live_;  // null if the scenario's programs are interpreted
};

}  // namespace rmasim::sim
