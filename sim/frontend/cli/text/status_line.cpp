#include "sim/frontend/cli/text/status_line.h"

#include "sim/frontend/output/print.h"

#include <unistd.h>

namespace rmasim::sim {

namespace {

constexpr double between_updates_s = 0.2;

}  // namespace

StatusLine::StatusLine(double between_lines_s)
    : terminal_(isatty(STDERR_FILENO) != 0), between_s_(terminal_ ? between_updates_s : between_lines_s) {}

bool StatusLine::is_due(double elapsed_s) const { return between_s_ > 0 && elapsed_s - last_s_ >= between_s_; }

// On a terminal, the cursor returns to the start of the line, so that output of a simulated program overwrites the
// line.
void StatusLine::show(const std::string& line, double elapsed_s) {
    last_s_ = elapsed_s;
    shown_ = terminal_;
    complain(terminal_ ? "\r" + line + "\x1b[K\r" : line + "\n");
}

void StatusLine::clear() {
    if (shown_) complain("\r\x1b[K");
    shown_ = false;
}

}  // namespace rmasim::sim
