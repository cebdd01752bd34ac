// A run that several processes share. Each process simulates a partition of the nodes. Process 0 combines the partial
// results. The result is the same as that of a run in one process, to the byte.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/machine/memory/window_contents.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/counts/breakdown.h"
#include "sim/timed/outcome.h"
#include "sim/timed/partition/shared_trace.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace rmasim::sim {

class TimedRun;

// Figures on the load of each process, by process number. They depend on the number of processes, so they are not part
// of the result.
struct ProcessFigures {
    std::uint64_t slices = 0;                 // number of slices, which is the same in all processes
    std::vector<std::uint64_t> packets_sent;  // number of packets to other processes
    // CPU time of a process, and wall time of its waiting for other processes at the ends of slices.
    std::vector<double> busy_s, waited_s;
};

// The result of a shared run.
struct SharedRun {
    RunResult result;
    Rank ranks_finished = 0;
    std::vector<Difference> moved;  // the differences from the expectations; empty after an interrupt
    ProcessFigures figures;
};

// Further outputs of a shared run. If an output is wanted, all processes must set `trace` or `contents` for it. Only
// process 0 writes the outputs, and none of them after an interrupt.
struct SharedOutputs {
    SharedTrace* trace = nullptr;  // null for no trace
    // True if the contents of all windows are written at the end of the run.
    bool contents = false;
    ContentsSink* to = nullptr;  // the destination of the contents; used only in process 0
    // Called regularly in this process. May throw RunInterrupted, which ends the run of all processes.
    std::function<void(const TimedRun&)> look{};
};

// Simulates this process's partition. All processes must call the function. It returns the whole run in process 0, and
// nullopt in the other processes. After an interrupt, the result has the figures so far and the outcome `interrupted`.
// If the run or the memory does not end as expected otherwise, the function returns nullopt in all processes. One
// process must then repeat the whole run to report the reason. The trace may then be partly written; contents are not.
// Raises BadInput in all processes if processes cannot share the run. Raises ExchangeFailed.
std::optional<SharedRun> run_shared(const Scenario& scenario, Exchange& exchange, Breakdowns by, Compared compared,
                                    const SharedOutputs& outputs = {});

}  // namespace rmasim::sim
