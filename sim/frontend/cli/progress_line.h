// How far an exploration is, on standard error: on a terminal a line that is rewritten, elsewhere (a CI log, a file) a
// line a minute.
#pragma once

#include "sim/untimed/explore/exploration.h"

#include <string>

namespace rmasim::sim {

class ProgressLine {
public:
    // `between_lines_s`: where standard error is no terminal.
    explicit ProgressLine(std::uint64_t between_lines_s);

    // Shows it if it is time to. How many executions there will be is known to be about between `least` and `most`; 0:
    // it is not known.
    void show(const Exploration& found, double least, double most, double elapsed_s);
    void clear();

private:
    bool terminal_;
    bool shown_ = false;
    double between_s_;
    double last_s_ = 0;
};

}  // namespace rmasim::sim
