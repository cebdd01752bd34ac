// The data of a run with a clock, which its parts share: the machine, the ranks, and who listens to the run.
#pragma once

#include "protocol/base/world.h"
#include "sim/checkers/usage/attached_access.h"
#include "sim/machine/engine/event_loop.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/machine/platform/platform.h"
#include "sim/programs/live_programs.h"
#include "sim/timed/counts/accounting.h"
#include "sim/timed/counts/digest.h"
#include "sim/timed/ranks/run_faults.h"
#include "sim/timed/ranks/run_ranks.h"
#include "sim/timed/run_checkers.h"
#include "sim/timed/run_events.h"
#include "sim/timed/run_trace.h"
#include "sim/timed/timed_run_options.h"

#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Programs that run at the same time as their simulation. SimGrid's engine may drive such a run.
struct LiveInputs {
    LivePrograms& programs;
    // The scenario's machine in the engine that runs the programs; null if the run drives the programs.
    Simgrid* machine = nullptr;
};

struct RunParts {
    // Creates the run of the ranks `range`. `live` is null if the scenario's programs are interpreted. All arguments
    // must outlive this object.
    RunParts(const Scenario& scenario, const TimedRunOptions& options, RankRange range, const LiveInputs* live);

    // Sets the costs that depend on the rank: those of its faults, and those that are counted per rank. `faults` may be
    // null.
    void attach_rank_costs(RunFaults* faults);

    const Scenario& scenario;
    Trace* trace;                        // null: no trace
    LivePrograms* live;                  // null if the scenario's programs are interpreted
    Simgrid* live_clock;                 // null if the scenario's programs are interpreted
    const Communicators* communicators;  // null if MPI_COMM_WORLD is the only communicator
    Platform platform;
    EventLoop loop;
    RunRanks ranks;
    WindowMemory memory;
    Memory& memory_of_core;  // the memory that the protocol's code accesses: `memory`, or that of running programs
    TimedMemoryChoices choices;
    CostAccounting accounting;
    Cpu& cpu;
    std::vector<RankFaultCosts> rank_costs;               // by rank; empty if no rank needs them
    std::unique_ptr<usage::AttachmentCheck> attachments;  // null if no window is dynamic
    std::optional<RunTrace> run_trace;                    // nullopt without a trace
    RunCheckers checkers;
    RunEvents events;
    Digest digest;
    Time end = 0;  // the time of the latest event

private:
    void connect_listeners(bool check_invariants);
};

}  // namespace rmasim::sim
