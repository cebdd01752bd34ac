#include "sim/frontend/cli/progress_line.h"

#include "sim/frontend/cli/durations.h"
#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr double between_updates_s = 0.2;

// ", 5 s to 20 min left"
std::string left_of(double made, double least, double most, double rate) {
    if (made <= 0 || std::max(least, most) <= made) return "";
    const std::string most_left = about((std::max(least, most) - made) / rate);
    const std::string least_left = about(std::max(std::min(least, most) - made, 0.0) / rate);
    return least_left == most_left ? fmt::format(", about {} left", most_left)
                                   : fmt::format(", {} to {} left", least_left, most_left);
}

}  // namespace

ProgressLine::ProgressLine(std::uint64_t between_lines_s)
    : terminal_(isatty(STDERR_FILENO) != 0),
      between_s_(terminal_ ? between_updates_s : static_cast<double>(between_lines_s)) {}

void ProgressLine::show(const Exploration& found, double least, double most, double elapsed_s) {
    if (elapsed_s - last_s_ < between_s_) return;
    last_s_ = elapsed_s;
    shown_ = terminal_;
    const auto made = static_cast<double>(found.runs + found.redundant);
    const double rate = made / elapsed_s;
    const std::string line =
        fmt::format("rmasim: {}, {}/s, {} deep, {} failing{}", counted(found.runs + found.redundant, "execution"),
                    grouped(static_cast<std::uint64_t>(rate)), found.deepest, grouped(found.failing_runs),
                    left_of(made, least, most, rate));
    complain(terminal_ ? "\r" + line + "\x1b[K" : line + "\n");
}

void ProgressLine::clear() {
    if (shown_) complain("\r\x1b[K");
    shown_ = false;
}

}  // namespace rmasim::sim
