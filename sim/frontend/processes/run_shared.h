// One run that several processes share: each plays some nodes, and the first one puts together what they came to. The
// result is that of a run in one process, to the byte.
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

// What the processes did, each by its number. Depends on how many there are, so it is no part of the result.
struct ProcessFigures {
    std::uint64_t slices = 0;                // all have the same
    std::vector<std::uint64_t> packets_sent;  // to other processes
    std::vector<double> busy_s, waited_s;     // wall time of all windows; waited for others, at their ends
};

struct SharedRun {
    RunResult result;
    std::vector<Difference> moved;  // what is not as expected
    ProcessFigures figures;
};

// What the run gives besides: the same in all processes, but for where process 0 writes.
struct SharedOutputs {
    SharedTrace* trace = nullptr;  // null: none
    bool contents = false;         // those of all windows, at its end
    ContentsSink* to = nullptr;    // process 0 writes contents there
};

// The part of this process, which all of them call. In process 0 the whole run. Nothing: in the others; and if the run
// does not end as it should, or memory is not as expected: then one process has to play all of it, and says what
// happened. Of its trace a part has been written then, and no contents. Raises BadInput in all of them if the run
// cannot be shared, and ExchangeFailed.
std::optional<SharedRun> run_shared(const Scenario& scenario, Exchange& exchange, Breakdowns by, Compared compared,
                                    const SharedOutputs& outputs = {});

}  // namespace rmasim::sim
