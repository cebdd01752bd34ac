#include "sim/untimed/world/waits.h"

#include <fmt/core.h>

namespace rmasim::sim {

std::vector<std::string> waits_of(const ExploredWorld& world) {
    const LostThings lost = world.lost();
    Diagnosis found = diagnose(world, lost);
    std::vector<std::string> lines{std::move(found.cause)};
    for (const StuckCall& call : stuck_calls(world, lost)) {
        const std::string thread = call.thread ? fmt::format(" thread {}", *call.thread) : "";
        lines.push_back(
            fmt::format("rank {}{}: {} at {} waits for {}", call.rank, thread, call.call, call.location, call.reason));
    }
    if (!found.fix.empty()) lines.push_back("fix: " + found.fix);
    return lines;
}

}  // namespace rmasim::sim
