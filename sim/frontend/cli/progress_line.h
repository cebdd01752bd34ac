// How far an exploration is: elsewhere than on a terminal (a CI log, a file) in a line a minute.
#pragma once

#include "sim/frontend/cli/status_line.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

class ProgressLine {
public:
    // `between_lines_s`: where standard error is no terminal.
    explicit ProgressLine(std::uint64_t between_lines_s) : line_(static_cast<double>(between_lines_s)) {}

    // Shows it if it is time to. How many executions there will be is known to be about between `least` and `most`; 0:
    // it is not known.
    void show(const Exploration& found, double least, double most, double elapsed_s);
    void clear() { line_.clear(); }

private:
    StatusLine line_;
};

}  // namespace rmasim::sim
