#include "sim/untimed/waits.h"

#include <fmt/format.h>

namespace rmasim::sim {

std::vector<std::string> waits_of(const UntimedWorld& world) {
    std::vector<std::string> lines{diagnose(world).cause};
    for (const StuckCall& call : stuck_calls(world)) {
        const std::string thread = call.thread ? fmt::format(" thread {}", *call.thread) : "";
        lines.push_back(
            fmt::format("rank {}{}: {} at {} waits for {}", call.rank, thread, call.call, call.place, call.reason));
    }
    return lines;
}

}  // namespace rmasim::sim
