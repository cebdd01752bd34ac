// The file of --trace. It is created before the run, so that a wrong path is known at once. A run that is played again
// writes the same text once more: what the file has is left out then, so that it may be a pipe.
#pragma once

#include "sim/checkers/trace/trace_writer.h"
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/output/output_file.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace rmasim::sim {

// `run`: of a scenario, whose calls tell how large the trace will be. `steps`: a replay, without a clock. `program`: a
// program that runs, of which nothing is known before.
enum class TraceOf : std::uint8_t { run, steps, program };

// What the options select. Raises BadInput.
TraceSelection trace_selection(const TraceOptions& options, const Scenario& scenario);

class TraceOutput {
public:
    // Raises BadInput. Nothing, if the options name no file. Says so if the trace of a run will be large. The scenario
    // outlives this object.
    TraceOutput(const TraceOptions& options, const Scenario& scenario, TraceOf of);

    TraceOutput(const TraceOutput&) = delete;
    TraceOutput& operator=(const TraceOutput&) = delete;

    Trace* trace() const { return trace_.get(); }
    // The run, of which the trace has a part, begins again.
    void begin_again();
    // After the run.
    void end() const;

private:
    void begin();
    void write(std::string_view text);

    const Scenario& scenario_;
    TraceOf of_;
    TraceSelection selection_;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<TraceWriter> trace_;
    std::uint64_t given_ = 0;    // bytes, by the trace that writes now
    std::uint64_t written_ = 0;  // of the file
};

}  // namespace rmasim::sim
