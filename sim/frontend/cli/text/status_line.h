// A status line on standard error. On a terminal, the line is overwritten. Otherwise, each update is a further line.
#pragma once

#include <string>

namespace rmasim::sim {

class StatusLine {
public:
    // `between_lines_s` is the interval between lines if standard error is not a terminal. If it is 0, no lines are
    // printed.
    explicit StatusLine(double between_lines_s);

    // True if an update is due. `elapsed_s` is the time in seconds since the work began.
    bool is_due(double elapsed_s) const;
    void show(const std::string& line, double elapsed_s);
    void clear();

private:
    bool terminal_;
    bool shown_ = false;
    double between_s_;
    double last_s_ = 0;
};

}  // namespace rmasim::sim
