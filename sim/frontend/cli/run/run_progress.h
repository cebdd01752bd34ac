// The progress of a long run. It is shown on a terminal.
#pragma once

#include "sim/frontend/cli/text/status_line.h"
#include "sim/timed/timed_run.h"

#include <chrono>
#include <cstdint>

namespace rmasim::sim {

class RunProgress {
public:
    RunProgress() = default;
    // `packets` is the number of packets of the whole run, from which the remaining time follows. It is 0 if unknown.
    // If several `processes` share the run, the line is about the first process. It has no number of ranks if `ranks`
    // is 0.
    RunProgress(Rank ranks, std::uint64_t packets, int processes = 1)
        : ranks_(ranks), packets_(packets / static_cast<std::uint64_t>(processes)), processes_(processes) {}

    // Shows the progress if an update is due. The simulation may call it often, because most calls do not read the
    // clock.
    void at(const TimedRun& run) {
        if (++looks_ % between_looks == 0) [[unlikely]]
            look(run);
    }
    void clear() { line_.clear(); }

private:
    static constexpr std::uint64_t between_looks = 64;

    void look(const TimedRun& run);

    Rank ranks_ = 0;
    std::uint64_t packets_ = 0;
    int processes_ = 1;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    StatusLine line_{0};
    std::uint64_t looks_ = 0;
};

}  // namespace rmasim::sim
