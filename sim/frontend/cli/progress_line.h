// The progress of an exploration on standard error: one line that is updated on a terminal, otherwise (a CI log, a
// file) further lines at intervals.
#pragma once

#include "sim/frontend/cli/status_line.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

class ProgressLine {
public:
    // `between_lines_s`: the interval if standard error is no terminal; 0: no lines.
    explicit ProgressLine(std::uint64_t between_lines_s) : line_(static_cast<double>(between_lines_s)) {}

    // Shows the progress if an update is due. `min` and `max`: estimated bounds of the number of executions; 0:
    // unknown.
    void show(const Exploration& found, double min, double max, double elapsed_s);
    void clear() { line_.clear(); }

private:
    StatusLine line_;
};

}  // namespace rmasim::sim
