#include "sim/untimed/world/waits.h"

#include <fmt/core.h>

namespace rmasim::sim {

std::vector<std::string> waits_of(const UntimedWorld& world) {
    const LostThings lost = world.lost();
    std::vector<std::string> lines{diagnose(world, lost).cause};
    for (const StuckCall& call : stuck_calls(world, lost)) {
        const std::string thread = call.thread ? fmt::format(" thread {}", *call.thread) : "";
        lines.push_back(
            fmt::format("rank {}{}: {} at {} waits for {}", call.rank, thread, call.call, call.location, call.reason));
    }
    return lines;
}

}  // namespace rmasim::sim
