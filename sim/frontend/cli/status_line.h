// How far work is, on standard error: on a terminal a line that is rewritten, elsewhere lines of a log.
#pragma once

#include <string>

namespace rmasim::sim {

class StatusLine {
public:
    // `between_lines_s`: where standard error is no terminal; 0: nothing is shown there.
    explicit StatusLine(double between_lines_s);

    // Whether it is time for the next one, after so many seconds of work.
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
