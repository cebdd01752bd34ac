// The files of `rmasim run`: --trace, with the options that say what it has, and --memory. They are created before the
// run, so that a wrong path is known at once.
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
    // Raises BadInput. `in_steps`: it is a replay, without a clock. Says so if the trace will be large.
    RunOutputs(const RunOptions& options, const Scenario& scenario, bool in_steps);

    Trace* trace() const { return trace_->trace(); }
    // The run begins again; it has written a part of the trace, and no memory.
    void begin_again() { trace_->begin_again(); }
    // The final contents of all windows. What was never written is a hole in the file.
    void write_memory(const WindowMemory& memory);
    // The same, for whoever has them, in the order of window_contents.h; null: not asked for.
    ContentsSink* memory() { return memory_ ? this : nullptr; }
    // After the run. Raises OutputFailed.
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
