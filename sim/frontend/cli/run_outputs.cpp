#include "sim/frontend/cli/run_outputs.h"

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

void RunOutputs::write_memory(const WindowMemory& memory) const {
    if (!memory_) return;
    for (WindowId window = 0; window < scenario_.windows.size(); ++window) {
        for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
            std::uint64_t end = 0;
            memory.for_each_page(rank, window, [&](std::uint64_t first, std::span<const std::byte> page) {
                memory_->write_zeros(first - end);
                memory_->write({reinterpret_cast<const char*>(page.data()), page.size()});
                end = first + page.size();
            });
            memory_->write_zeros(scenario_.windows[window].bytes.of(rank) - end);
        }
    }
    memory_->close();
}

}  // namespace rmasim::sim
