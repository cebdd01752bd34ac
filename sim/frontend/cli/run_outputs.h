// The files of `rmasim run`: --trace, with the options that say what it has, and --memory. They are created before the
// run, so that a wrong path is known at once.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/trace_output.h"
#include "sim/frontend/output/output_file.h"
#include "sim/machine/memory/window_memory.h"

#include <memory>
#include <optional>

namespace rmasim::sim {

class RunOutputs {
public:
    // Raises BadInput. `in_steps`: it is a replay, without a clock. Says so if the trace will be large.
    RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps);

    Trace* trace() const { return trace_->trace(); }
    // After the run.
    void end_trace() const { trace_->end(); }
    // The final contents of all windows: window by window, and within a window rank by rank. What was never written is
    // a hole in the file.
    void write_memory(const WindowMemory& memory) const;

private:
    const Scenario& scenario_;
    std::optional<TraceOutput> trace_;
    std::unique_ptr<OutputFile> memory_;
};

}  // namespace rmasim::sim
