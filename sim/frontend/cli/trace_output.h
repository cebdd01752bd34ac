// The output file of --trace. It is created before the run, so a wrong path is an error at once. A repeated run
// produces the same text again: the part that the file already has is skipped, so the file may be a pipe.
#pragma once

#include "sim/checkers/trace/trace_writer.h"
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/output/output_file.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace rmasim::sim {

// The origin of a trace. `run`: a scenario, whose calls allow an estimate of the size. `steps`: a replay, without a
// clock. `program`: an MPI program, whose calls are not known before the run.
enum class TraceOf : std::uint8_t { run, steps, program };

// The events that the options select. Raises BadInput.
TraceSelection trace_selection(const TraceOptions& options, const Scenario& scenario);

class TraceOutput {
public:
    // Creates the file; does nothing if the options name no file. Warns if the trace of a run will be large. The
    // scenario must outlive this object. Raises BadInput.
    TraceOutput(const TraceOptions& options, const Scenario& scenario, TraceOf of);

    TraceOutput(const TraceOutput&) = delete;
    TraceOutput& operator=(const TraceOutput&) = delete;

    Trace* trace() const { return trace_.get(); }
    // Call it if the run is repeated from its start. The trace may be partly written by then.
    void begin_again();
    // Completes the file. Call it after the run. Raises OutputFailed.
    void end() const;

private:
    void begin();
    void write(std::string_view text);

    const Scenario& scenario_;
    TraceOf of_;
    TraceSelection selection_;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<TraceWriter> trace_;
    std::uint64_t given_ = 0;    // bytes produced by the current repetition of the run
    std::uint64_t written_ = 0;  // bytes in the file
};

}  // namespace rmasim::sim
