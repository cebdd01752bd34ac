#include "sim/timed/as_expected.h"

#include "sim/timed/timed_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace rmasim::sim {

namespace {

// Returns the first loads that did not return the expected value (`expect` of a load).
std::vector<Difference> wrong_values(const RunResult& result) {
    std::vector<Difference> found;
    for (const WrongValue& wrong : result.wrong_values) {
        found.push_back({fmt::format("{} at {}", wrong.who, wrong.location), std::to_string(wrong.expected),
                         std::to_string(wrong.got)});
    }
    return found;
}

}  // namespace

Measured measured_by(const RunResult& result) {
    Measured measured{.outcome = name_of(result.outcome),
                      .messages = result.messages,
                      .message_bytes = result.message_bytes,
                      .by_kind = result.by_kind,
                      .between_nodes = result.between_nodes,
                      .by_pair = result.by_pair,
                      .time_ns = to_ns(result.time)};
    for (const auto& [pool, use] : result.elements) measured.high_water[pool] = use.high_water;
    return measured;
}

std::vector<Difference> not_as_expected(const Scenario& scenario, const TimedRun& run, const RunResult& result,
                                        Compared compared) {
    std::vector<Difference> found = wrong_values(result);
    if (compared == Compared::loads || result.outcome == Outcome::violation) return found;
    const ProcessOf process_of = [&](Rank rank) -> const Process& { return run.process(rank); };
    std::vector<Difference> others =
        compared == Compared::all ? differences(scenario, measured_by(result), run.memory(), process_of)
                                  : differences_of_ranks(scenario, run.memory(), process_of, {0, scenario.ranks});
    std::ranges::move(others, std::back_inserter(found));
    return found;
}

bool ranks_as_expected(const Scenario& scenario, const TimedRun& run) {
    const ProcessOf process_of = [&](Rank rank) -> const Process& { return run.process(rank); };
    return differences_of_ranks(scenario, run.memory(), process_of, run.ranks_here()).empty();
}

}  // namespace rmasim::sim
