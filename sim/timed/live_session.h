// Connects running MPI programs with their run: sim/mpi calls it. Either SimGrid's engine drives the run: it runs the
// programs, executes the MPI functions that the core does not implement, and calls the event loop by alarms. Or the run
// drives the programs: they run in the steps of their threads (LivePrograms::step).
#pragma once

#include "sim/programs/live_programs.h"
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

// The state of a program after it has entered or left an MPI function that SMPI executes. With goes_on, the program
// continues. With busy, the program continues when its MPI library is free. With failed, the run has failed and does
// not continue. With died, a fault has killed the rank.
enum class OtherCallState : std::uint8_t { goes_on, busy, failed, died };

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

class LiveSession {
public:
    // `handler` handles the events of the run. All arguments must outlive this object.
    LiveSession(const LiveParts& parts, EventHandler& handler);

    // Begins a run that SimGrid's engine drives. `failed` is called once if the run fails (EventLoop::follow).
    void begin(std::function<void()> failed);
    // Ends the run and returns its result. A run that SimGrid's engine drives must have no event left; another run is
    // executed now.
    RunResult end();

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
    bool watches_memory() const { return semantics_ != nullptr; }
    // accessed() reports a load or a store of the rank's program. ordered() reports an atomic operation of the program,
    // which may order accesses. Precondition: watches_memory() is true.
    void accessed(Rank rank, ThreadId thread, const ProgramAccess& access);
    void ordered(Rank rank, ThreadId thread, const AtomicOrder& order);
    void polled(std::uint32_t location);
    void memory_given_back(Rank rank, const ByteRun& bytes);
    // Adds an error that the caller has found to the result: the program has broken a rule of MPI.
    void add_erroneous(Rank rank, ThreadId thread, std::string_view function, std::uint32_t location,
                       const std::string& rule, std::string_view section = {});
    // Adds an error of a function of the program that makes a call of the core on a window.
    void add_erroneous(Rank rank, ThreadId thread, std::uint32_t location, Call call, WindowId window,
                       const ErroneousProgram& error);

    Process& process(Rank rank) { return *run_.ranks[rank].process; }
    std::uint64_t packets_sent() const { return run_.accounting.packets_sent(); }
    // Returns the number of events that the run has not handled yet.
    std::size_t pending_events() const { return run_.loop.pending(); }
    // Returns the number of packets that have arrived at a rank and wait for a call of the rank.
    struct Unhandled {
        std::uint64_t packets = 0;
        std::uint64_t lock_requests = 0;  // those of the packets that request a lock
    };
    Unhandled unhandled(Rank rank) const;

private:
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
    Time now() const { return run_.live_clock == nullptr ? run_.loop.now() : run_.loop.simgrid_time(); }
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
