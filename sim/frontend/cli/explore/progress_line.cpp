#include "sim/frontend/cli/explore/progress_line.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rmasim::sim {

namespace {

// The text on the remaining time: ", 5 s to 20 min left". Empty if the time is unknown.
std::string left_of(double made, double min, double max, double rate) {
    if (made <= 0 || std::max(min, max) <= made) return "";
    const std::string max_left = about((std::max(min, max) - made) / rate);
    const std::string min_left = about(std::max(std::min(min, max) - made, 0.0) / rate);
    return min_left == max_left ? fmt::format(", about {} left", max_left)
                                   : fmt::format(", {} to {} left", min_left, max_left);
}

}  // namespace

void ProgressLine::show(const Exploration& found, double min, double max, double elapsed_s) {
    if (!line_.is_due(elapsed_s)) return;
    const auto made = static_cast<double>(found.runs + found.redundant);
    const double rate = made / elapsed_s;
    const std::string line =
        fmt::format("rmasim: {}, {}/s, {} deep, {} failing{}", counted(found.runs + found.redundant, "execution"),
                    grouped(static_cast<std::uint64_t>(rate)), found.max_depth, grouped(found.failing_runs),
                    left_of(made, min, max, rate));
    line_.show(line, elapsed_s);
}

}  // namespace rmasim::sim
