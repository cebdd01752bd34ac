// Replays one order of a scenario's steps and records a transcript.
#pragma once

#include "sim/checkers/trace/trace.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/exploration.h"

#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct Replay {
    StepNumber steps = 0;
    std::optional<Failure::Kind> failed;  // nullopt if every program finished as expected
    std::vector<std::string> what;        // the failure as lines of text; the first line is a summary
    std::map<std::string, std::uint64_t> by_kind;
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    // The steps and their consequences. If the run failed, the transcript ends at the failure, and its last line names
    // the failure. The run may have continued: a wrong load does not end it.
    std::vector<std::string> transcript;
};

// Destinations of additional outputs of a replay.
struct ReplayOutputs {
    Trace* trace = nullptr;                             // the caller ends the trace
    std::function<void(const WindowMemory&)> memory{};  // called at the end with the windows
};

// Executes `steps` (see sim/untimed/world/schedule.h). Afterwards executes the remaining steps, always the first
// enabled move. Raises BadInput with location `location` if one of `steps` is not enabled when it should be executed.
Replay replay(const Scenario& scenario, const std::vector<std::string>& steps, const std::string& location,
              const ReplayOutputs& outputs = {});

}  // namespace rmasim::sim
