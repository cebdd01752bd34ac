#include "sim/frontend/cli/run/run_outputs.h"

#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"

namespace rmasim::sim {

RunOutputs::RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps) : scenario_(scenario) {
    std::vector<NamedFile> inputs = inputs_of(options.file, options.changes, scenario);
    inputs.push_back({"--schedule", options.schedule});
    refuse_overwriting(inputs, {{"--trace", options.trace.file}, {"--memory", options.memory}});
    if (!options.memory.empty() && !scenario.data)
        throw BadInput("--memory", "\"data\": false", "a scenario that keeps its windows' contents");
    trace_.emplace(options.trace, scenario, in_steps ? TraceOf::steps : TraceOf::run);
    if (!options.memory.empty()) memory_ = std::make_unique<OutputFile>("--memory", options.memory);
}

void RunOutputs::write_memory(const WindowMemory& memory) {
    if (!memory_) return;
    for (WindowId window = 0; window < scenario_.windows.size(); ++window) {
        give_contents(scenario_, memory, window, {0, scenario_.ranks}, *this);
    }
}

void RunOutputs::end() const {
    trace_->end();
    if (memory_) memory_->close();
}

}  // namespace rmasim::sim
