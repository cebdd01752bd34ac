// What the page of `rmasim play` asks the simulator, in one tab of a browser: a question and its answer as JSON texts.
//
//     {"do": "run", "scenario": "{...}", "settings": ["protocol.slots=4"], "breakdown_up_to": 256,
//      "trace_bytes": 700000}
//         {"result": {...}, "trace": {...}}       as `run --format json` and `run --trace`: with --breakdown rank,pair
//         for
//                                                 up to so many ranks; the trace has at most so many bytes, of the
//                                                 first ranks in larger runs, and there is none of several groups of
//                                                 ranks
//     {"do": "explore", "scenario": "{...}", "settings": [], "limit": 100000}
//         {"exploration": {...}}                  as `explore --format json`
//     {"do": "validate", "scenario": "{...}", "settings": []}
//         {}
//
// A scenario or setting that is wrong is answered with {"errors": [{"line": 3, "column": 7, "text": "..."}]}; without
// the line where the error is in no line of the scenario.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace rmasim::sim {

// Of an exploration that goes on. `done`: an estimate, 0 to 1.
struct PlayProgress {
    std::uint64_t executions;
    std::uint64_t failing;
    double done;
};

std::string play_answer(const std::string& question, const std::function<void(const PlayProgress&)>& tell);

}  // namespace rmasim::sim
