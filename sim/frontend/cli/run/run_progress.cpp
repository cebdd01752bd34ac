#include "sim/frontend/cli/run/run_progress.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

void RunProgress::look(const TimedRun& run) {
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (!line_.is_due(elapsed_s)) return;
    const std::uint64_t packets = run.packets_sent();
    const double rate = static_cast<double>(packets) / elapsed_s;
    std::string line =
        fmt::format("rmasim: {} of virtual time, {}, {}/s", duration(to_ns(std::max(run.now(), run.latest()))),
                    counted(packets, "packet"), grouped(static_cast<std::uint64_t>(rate)));
    if (processes_ > 1) line += fmt::format(" in the first of {} processes", processes_);
    if (ranks_ > 0) {
        line += fmt::format(", {} of {} done", grouped(static_cast<std::uint64_t>(run.ranks_finished())),
                            counted(static_cast<std::uint64_t>(ranks_), "rank"));
    }
    if (packets > 0 && packets < packets_) {
        line += fmt::format(", about {} left", about(static_cast<double>(packets_ - packets) / rate));
    }
    line_.show(line, elapsed_s);
}

}  // namespace rmasim::sim
