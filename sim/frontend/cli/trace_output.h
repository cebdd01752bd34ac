// The file of --trace. It is created before the run, so that a wrong path is known at once.
#pragma once

#include "sim/checkers/trace/trace.h"
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/output/output_file.h"

#include <cstdint>
#include <memory>

namespace rmasim::sim {

// `run`: of a scenario, whose calls tell how large the trace will be. `steps`: a replay, without a clock. `program`: a
// program that runs, of which nothing is known before.
enum class TraceOf : std::uint8_t { run, steps, program };

class TraceOutput {
public:
    // Raises BadInput. Nothing, if the options name no file. Says so if the trace of a run will be large.
    TraceOutput(const TraceOptions& options, const Scenario& scenario, TraceOf of);

    Trace* trace() const { return trace_.get(); }
    // After the run.
    void end() const;

private:
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<Trace> trace_;
};

}  // namespace rmasim::sim
