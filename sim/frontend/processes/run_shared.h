// A run that several processes share. Each process simulates a partition of the nodes, and process 0 combines the
// partial results. The result is identical to that of a run in one process, to the byte.
#pragma once

#include "sim/machine/exchange/exchange.h"
#include "sim/machine/memory/window_contents.h"
#include "sim/timed/as_expected.h"
#include "sim/timed/breakdown.h"
#include "sim/timed/outcome.h"
#include "sim/timed/shared_trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Load figures of the processes, by process number. They depend on the number of processes, so they are not part of the
// result.
struct ProcessFigures {
    std::uint64_t slices = 0;                 // number of slices; the same in all processes
    std::vector<std::uint64_t> packets_sent;  // packets to other processes
    std::vector<double> busy_s, waited_s;     // wall time of work, and of waiting for other processes at ends of slices
};

// The result of a shared run.
struct SharedRun {
    RunResult result;
    std::vector<Difference> moved;  // differences from the expectations
    ProcessFigures figures;
};

// Further outputs of a shared run. `trace` and `contents` must be given in all processes; only process 0 writes.
struct SharedOutputs {
    SharedTrace* trace = nullptr;  // null: no trace
    bool contents = false;         // output the contents of all windows at the end of the run
    ContentsSink* to = nullptr;    // the destination of the contents in process 0
};

// Simulates this process's partition. All processes must call it. Returns the whole run in process 0, and nullopt in
// the others. Returns nullopt in all processes if the run does not end as expected, or if memory is not as expected:
// one process must then repeat the whole run to report the reason. By then the trace may be partly written, but no
// contents. Raises BadInput in all processes if the run cannot be shared, and ExchangeFailed.
std::optional<SharedRun> run_shared(const Scenario& scenario, Exchange& exchange, Breakdowns by, Compared compared,
                                    const SharedOutputs& outputs = {});

}  // namespace rmasim::sim
