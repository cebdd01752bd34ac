#include "sim/untimed/world/waits.h"

#include <fmt/core.h>

namespace rmasim::sim {

std::vector<std::string> waits_of(const ExploredWorld& world) {
    const LostThings lost = world.lost();
    Diagnosis found = diagnose(world, lost);
    const std::vector<std::string> polls = world.polls_without_change();
    if (!polls.empty() && found.cycle.empty()) found.cause = "a livelock: " + polls.front();
    std::vector<std::string> lines{std::move(found.cause)};
    for (std::size_t i = found.cycle.empty() ? 1 : 0; i < polls.size(); ++i) lines.push_back(polls[i]);
    for (const StuckCall& call : stuck_calls(world, lost)) {
        const std::string thread = call.thread ? fmt::format(" thread {}", *call.thread) : "";
        lines.push_back(
            fmt::format("rank {}{}: {} at {} waits for {}", call.rank, thread, call.call, call.location, call.reason));
    }
    if (!found.fix.empty()) lines.push_back("fix: " + found.fix);
    return lines;
}

}  // namespace rmasim::sim
