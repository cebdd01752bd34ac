// A status line on standard error: on a terminal one line that is overwritten, otherwise further lines.
#pragma once

#include <string>

namespace rmasim::sim {

class StatusLine {
public:
    // `between_lines_s`: the interval if standard error is no terminal; 0: no lines.
    explicit StatusLine(double between_lines_s);

    // True if an update is due. `elapsed_s`: seconds since the work began.
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
