// Connects running MPI programs with their run: sim/mpi calls it. Either SimGrid's engine drives the run: it runs the
// programs, executes the MPI functions that the core does not implement, and calls the event loop by alarms. Or the run
// drives the programs: they run in the steps of their threads (LivePrograms::step).
#pragma once

#include "sim/programs/live_simulation.h"
#include "sim/timed/call_rules.h"
#include "sim/timed/counts/dynamic_window_stats.h"
#include "sim/timed/ranks/fault_injection.h"
#include "sim/timed/ranks/program_errors.h"
#include "sim/timed/ranks/rank_progress.h"
#include "sim/timed/ranks/rank_scheduler.h"
#include "sim/timed/run_ending.h"
#include "sim/timed/run_parts.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// The parts of the run that the programs act on.
struct LiveParts {
    RunParts& run;
    FaultInjection& faults;
    ProgramErrors& errors;
    CallRules& rules;
    RankProgress& progress;
    RankScheduler& scheduler;
    RunEnding& ending;
};

class LiveSession final : public LiveSimulation {
public:
    // `handler` handles the events of the run. All arguments must outlive this object.
    LiveSession(const LiveParts& parts, EventHandler& handler);

    // Begins a run that SimGrid's engine drives. `failed` is called once if the run fails (EventLoop::follow).
    void begin(std::function<void()> failed);
    // Ends the run and returns its result. A run that SimGrid's engine drives must have no event left; another run is
    // executed now.
    RunResult end();
    // Schedules the next step of a thread, if this step is a computation. The step begins now, because each thread has
    // a CPU core of its own.
    void computes(Rank rank, ThreadId thread);

    // ---- LiveSimulation
    void next_step(Rank rank, ThreadId thread) override;
    OtherCallState enter_other_call(Rank rank, ThreadId thread, OtherFunction function) override;
    OtherCallState leave_other_call(Rank rank, ThreadId thread, const OtherEnd& end) override;
    void thread_started(Rank rank, ThreadId number) override;
    void thread_ended(Rank rank, ThreadId number) override;
    void release_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign) override;
    void acquire_sync_point(Rank rank, ThreadId thread, std::uint32_t location, std::uint32_t sign) override;
    void window_created(const NewWindow& window) override;
    void window_freed_at(Rank rank, WindowId number) override;
    void window_ready(Rank rank, WindowId number, std::string name) override;
    bool watches_memory() const override { return semantics_ != nullptr; }
    void accessed(Rank rank, ThreadId thread, const ProgramAccess& access) override;
    void ordered(Rank rank, ThreadId thread, const AtomicOrder& order) override;
    void polled(std::uint32_t location) override;
    void memory_given_back(Rank rank, const ByteRun& bytes) override;
    void add_erroneous(Rank rank, ThreadId thread, std::string_view function, std::uint32_t location,
                       const std::string& rule, std::string_view section) override;
    void add_erroneous(Rank rank, ThreadId thread, std::uint32_t location, Call call, WindowId window,
                       const ErroneousProgram& error) override;
    Process& process(Rank rank) override { return *run_.ranks[rank].process; }
    std::uint64_t packets_sent() const override { return run_.accounting.packets_sent(); }
    std::size_t pending_events() const override { return run_.loop.pending(); }
    Unhandled unhandled(Rank rank) const override;

private:
    void uses(Rank rank, ThreadId thread, const LastingUse& use) override;
    Time now() const override { return run_.live_clock == nullptr ? run_.loop.now() : run_.loop.simgrid_time(); }
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
    Thread& thread_of(Rank rank, ThreadId number) { return run_.ranks[rank].threads()[number]; }
    void collect_windows(RunResult& result);
    void add_waiting_thread(const ThreadWait& wait, RunResult& result);
    void add_stuck_in_hosted_calls(RunResult& result);

    RunParts& run_;
    FaultInjection& faults_;
    ProgramErrors& errors_;
    CallRules& rules_;
    RankProgress& progress_;
    RankScheduler& scheduler_;
    RunEnding& ending_;
    EventHandler& handler_;
    semantics::MemoryChecker* semantics_;  // null if the scenario has no memory model
    DynamicWindowStats windows_;
    std::vector<std::vector<OtherCall>> other_calls_;  // by rank and thread
};

}  // namespace rmasim::sim
