// The scheduling of a rank's threads, from event to event. Threads compute concurrently, each on its own core. Inside
// MPI they take turns, since the library has a single clock, which is the clock of the rank. If several threads are
// ready to begin their next call, the rank's random generator chooses one. The generator also chooses if several
// suspended calls can be resumed. A rank with a single thread never needs a random number.
#pragma once

#include "sim/timed/call_rules.h"
#include "sim/timed/ranks/fault_injection.h"
#include "sim/timed/ranks/program_errors.h"
#include "sim/timed/ranks/program_steps.h"
#include "sim/timed/run_parts.h"

namespace rmasim::sim {

class RankProgress;

class RankScheduler {
public:
    // All arguments must outlive this object.
    RankScheduler(RunParts& run, FaultInjection& faults, ProgramErrors& errors, CallRules& rules, ProgramSteps& steps,
                  RankProgress& progress)
        : run_(run), faults_(faults), errors_(errors), rules_(rules), steps_(steps), progress_(progress),
          events_(run.events), cpu_(run.cpu) {}

    // Schedules the first step of all threads.
    void schedule_programs();
    // Schedules the next step of the thread.
    void schedule(const Thread& thread, Time time);

    // Handle events. `run_thread` runs the thread's program up to its next call, computation, access to shared memory
    // or synchronisation, when the thread's core is free. `run_next_library_call` begins one of the calls that wait for
    // the library.
    void run_thread(RankState& rank, Thread& thread, Time now);
    void run_next_library_call(RankState& rank, Time now);

    // Ends the calls that have returned. The programs of their threads continue at the time of the library's clock.
    void complete_calls(RankState& rank);
    // Returns the number of ranks whose programs have ended.
    Rank finished() const { return finished_; }

private:
    void run_live(RankState& rank, Thread& thread, Time now);
    void access(RankState& rank, Thread& thread, const Instruction& at);
    void compute(RankState& rank, Thread& thread, Time time, bool polls);
    void repay_interruption(RankState& rank, Thread& thread);
    void block_at_sync(RankState& rank, Thread& thread, const Instruction& at);
    void release_blocked_threads(RankState& rank, Time now);
    void reschedule_thread(const Thread& thread) { schedule(thread, thread.clock); }
    void queue_for_library(RankState& rank, Thread& thread, Time now);
    void schedule_library_turn(RankState& rank, Time time);
    void begin_call(RankState& rank, Thread& thread, Time now);
    [[gnu::noinline]] void refuse_call(RankState& rank, Thread& thread);
    void end_call(RankState& rank, Thread& thread);
    void end_live_program(RankState& rank, Thread& thread);
    void finish(RankState& rank, Thread& thread);

    RunParts& run_;
    FaultInjection& faults_;
    ProgramErrors& errors_;
    CallRules& rules_;
    ProgramSteps& steps_;
    RankProgress& progress_;
    RunEvents& events_;
    Cpu& cpu_;
    Rank finished_ = 0;
};

}  // namespace rmasim::sim
