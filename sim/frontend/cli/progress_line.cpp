#include "sim/frontend/cli/progress_line.h"

#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::size_t width = 24;
constexpr auto between_updates = std::chrono::milliseconds(200);

}  // namespace

ProgressLine::ProgressLine(std::uint64_t limit) : wanted_(isatty(STDERR_FILENO) != 0), limit_(limit) {}

void ProgressLine::show(const Exploration& found, double done) {
    const Clock::time_point now = Clock::now();
    if (now - last_ < between_updates) return;
    last_ = now;
    shown_ = true;
    const std::uint64_t made = found.runs + found.redundant;
    if (limit_ > 0) done = std::max(done, static_cast<double>(made) / static_cast<double>(limit_));
    const auto full = std::min(width, static_cast<std::size_t>(done * width));
    const double seconds = std::chrono::duration<double>(now - began_).count();
    complain(fmt::format("\r[{}{}] {:>3.0f}%  {} executions, {}/s, {} deep, {} failing \x1b[K", std::string(full, '#'),
                         std::string(width - full, '.'), done * 100, grouped(made),
                         grouped(static_cast<std::uint64_t>(static_cast<double>(made) / seconds)), found.deepest,
                         grouped(found.failing_runs)));
}

void ProgressLine::clear() {
    if (shown_) complain("\r\x1b[K");
}

}  // namespace rmasim::sim
