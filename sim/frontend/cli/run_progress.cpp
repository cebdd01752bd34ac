#include "sim/frontend/cli/run_progress.h"

#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/cli/time_text.h"

#include <fmt/format.h>

namespace rmasim::sim {

void RunProgress::look(const Simulation& run) {
    const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (!line_.is_due(elapsed_s)) return;
    const std::uint64_t packets = run.packets_sent();
    const auto rate = static_cast<std::uint64_t>(static_cast<double>(packets) / elapsed_s);
    line_.show(fmt::format("rmasim: {} of virtual time, {}, {}/s", duration(to_ns(run.now())),
                           counted(packets, "packet"), grouped(rate)),
               elapsed_s);
}

}  // namespace rmasim::sim
