// The output file of --trace. It is created before the run, so that a wrong path is reported before the run starts. A
// repeated run produces the same text again. The output skips the part that the file has already, so the file may be a
// pipe.
#pragma once

#include "sim/checkers/trace/trace_writer.h"
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/output/output_file.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace rmasim::sim {

// The source of a trace. `run` is a scenario; its calls permit an estimate of the trace's size. `steps` is a replay,
// which has no clock. `program` is an MPI program, whose calls are not known before the run.
enum class TraceOf : std::uint8_t { run, steps, program };

// The events that the options select. Raises BadInput.
TraceSelection trace_selection(const TraceOptions& options, const Scenario& scenario);

class TraceOutput {
public:
    // Creates the file. Does nothing if the options name no file. Warns if the trace of a run will be large. The
    // scenario must outlive this object. Raises BadInput.
    TraceOutput(const TraceOptions& options, const Scenario& scenario, TraceOf of);

    TraceOutput(const TraceOutput&) = delete;
    TraceOutput& operator=(const TraceOutput&) = delete;

    Trace* trace() const { return trace_.get(); }
    // Call this function if the run is repeated from its start. The first attempt may have written a part of the trace.
    void begin_again();
    // Completes the file. Call this function after the run. Raises OutputFailed.
    void end() const;

private:
    void begin();
    void write(std::string_view text);

    const Scenario& scenario_;
    TraceOf of_;
    TraceSelection selection_;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<TraceWriter> trace_;
    std::uint64_t given_ = 0;    // number of bytes that the current attempt of the run has produced
    std::uint64_t written_ = 0;  // number of bytes in the file
};

}  // namespace rmasim::sim
