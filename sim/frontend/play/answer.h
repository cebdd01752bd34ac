// The interface between the page of `rmasim play` and the simulator. The simulator runs in the browser. Requests and
// answers are JSON texts. Each answer is below its request:
//
//     {"do": "run", "scenario": "{...}", "settings": ["protocol.slots=4"], "breakdown_up_to": 256,
//      "trace_bytes": 700000}
//         {"result": {...}, "trace": {...}}    as `run --format json` and `run --trace`
//     {"do": "explore", "scenario": "{...}", "settings": [], "limit": 100000}
//         {"exploration": {...}}               as `explore --format json`
//     {"do": "validate", "scenario": "{...}", "settings": []}
//         {}
//
// The result of a run has the breakdown by rank and by pair if the run has at most `breakdown_up_to` ranks. The trace
// has at most `trace_bytes` bytes. If the trace of all ranks is larger, it has only the first ranks. The answer for a
// scenario with groups has no trace.
//
// If the scenario or a setting has an error, the answer is {"errors": [{"line": 3, "column": 7, "text": "..."}]}. An
// error without a position in the scenario has no "line" and "column".
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace rmasim::sim {

// The progress of an exploration. `done` is the estimated fraction of the exploration that is done, from 0 to 1.
struct PlayProgress {
    std::uint64_t executions;
    std::uint64_t failing;
    double done;
};

// The answer to a request. The function calls `on_progress` during an exploration.
std::string play_answer(const std::string& question, const std::function<void(const PlayProgress&)>& on_progress);

}  // namespace rmasim::sim
