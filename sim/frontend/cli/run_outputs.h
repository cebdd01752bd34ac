// The output files of `rmasim run`: --trace and --memory. They are created before the run, so a wrong path is an error
// at once.
#pragma once

#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/trace_output.h"
#include "sim/frontend/output/output_file.h"
#include "sim/machine/memory/window_contents.h"

#include <memory>
#include <optional>

namespace rmasim::sim {

class RunOutputs final : private ContentsSink {
public:
    // Creates the files. Warns if the trace will be large. `in_steps`: a replay, without a clock. Raises BadInput.
    RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps);

    Trace* trace() const { return trace_->trace(); }
    // Call it if the run is repeated from its start. The trace may be partly written by then, but no memory.
    void begin_again() { trace_->begin_again(); }
    // Writes the final contents of all windows. Memory that was never written is a hole in the file.
    void write_memory(const WindowMemory& memory);
    // A sink for the contents, in the order of window_contents.h, instead of write_memory. Null without --memory.
    ContentsSink* memory() { return memory_ ? this : nullptr; }
    // Completes the files. Call it after the run. Raises OutputFailed.
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
