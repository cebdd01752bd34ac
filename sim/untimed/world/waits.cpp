#include "sim/untimed/world/waits.h"

#include <fmt/core.h>

namespace rmasim::sim {

bool is_livelock(const ExploredWorld& world) {
    const LostThings lost = world.lost();
    return lost.nothing_needed() && !world.polls_without_change().empty() && diagnose(world, lost).cycle.empty();
}

std::vector<std::string> waits_of(const ExploredWorld& world) {
    const LostThings lost = world.lost();
    Diagnosis found = diagnose(world, lost);
    const std::vector<std::string> polls = world.polls_without_change();
    const bool polls_first = !polls.empty() && found.cycle.empty();
    std::vector<std::string> lines{polls_first ? polls.front() : std::move(found.cause)};
    for (std::size_t i = polls_first ? 1 : 0; i < polls.size(); ++i) lines.push_back(polls[i]);
    for (const StuckCall& call : stuck_calls(world, lost)) {
        const std::string thread = call.thread ? fmt::format(" thread {}", *call.thread) : "";
        lines.push_back(
            fmt::format("rank {}{}: {} at {} waits for {}", call.rank, thread, call.call, call.location, call.reason));
    }
    if (!found.fix.empty()) lines.push_back("fix: " + found.fix);
    return lines;
}

}  // namespace rmasim::sim
