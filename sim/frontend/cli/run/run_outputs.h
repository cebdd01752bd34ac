// The output files of `rmasim run`: --trace and --memory. The files are created before the run, so that a wrong path is
// reported before the run starts.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/run/trace_output.h"
#include "sim/frontend/output/output_file.h"
#include "sim/machine/memory/window_contents.h"

#include <memory>
#include <optional>

namespace rmasim::sim {

class RunOutputs final : private ContentsSink {
public:
    // Creates the files. Warns if the trace will be large. `in_steps` is true for a replay, which has no clock. Raises
    // BadInput.
    RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps);

    Trace* trace() const { return trace_->trace(); }
    // Call this function if the run is repeated from its start. The first attempt may have written a part of the trace,
    // but no memory.
    void begin_again() { trace_->begin_again(); }
    // Writes the final contents of all windows. Memory that was never written is a hole in the file.
    void write_memory(const WindowMemory& memory);
    // The destination for the final contents of all windows, in the order of window_contents.h. Use it instead of
    // write_memory if the caller has the contents in parts. Null without --memory.
    ContentsSink* memory() { return memory_ ? this : nullptr; }
    // Completes the files. Call this function after the run. Raises OutputFailed.
    void end() const;

private:
    void zeros(std::uint64_t bytes) override { memory_->write_zeros(bytes); }
    void bytes(std::span<const std::byte> bytes) override {
        memory_->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    const Scenario& scenario_;
    std::optional<TraceOutput> trace_;
    std::unique_ptr<OutputFile> memory_;
};

}  // namespace rmasim::sim
