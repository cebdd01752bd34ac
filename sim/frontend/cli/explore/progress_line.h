// The progress of an exploration on standard error. On a terminal, the progress is one line that is overwritten. In a
// file, such as a CI log, it is a further line at intervals.
#pragma once

#include "sim/frontend/cli/text/status_line.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

class ProgressLine {
public:
    // `between_lines_s` is the interval between lines if standard error is not a terminal. If it is 0, no lines are
    // printed.
    explicit ProgressLine(std::uint64_t between_lines_s) : line_(static_cast<double>(between_lines_s)) {}

    // Shows the progress if an update is due. `min` and `max` are estimated bounds of the number of executions. A bound
    // is 0 if it is not known.
    void show(const Exploration& found, double min, double max, double elapsed_s);
    void clear() { line_.clear(); }

private:
    StatusLine line_;
};

}  // namespace rmasim::sim
