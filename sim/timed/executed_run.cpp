#include "sim/timed/executed_run.h"

#include <utility>

namespace rmasim::sim {

namespace {

// Returns no run if it must be repeated. The memory of two runs may be too large, so the first one is destroyed before.
std::optional<ExecutedRun> executed_by_node(const Scenario& scenario, const TimedRunOptions& options) {
    auto run = std::make_unique<TimedRun>(scenario, options, EventOrder::by_node);
    std::optional<RunResult> result = run->run_by_node();
    if (!result) return std::nullopt;
    return ExecutedRun{std::move(run), std::move(*result)};
}

}  // namespace

ExecutedRun execute_in_time(const Scenario& scenario, const TimedRunOptions& options) {
    auto run = std::make_unique<TimedRun>(scenario, options);
    RunResult result = run->run();
    return {std::move(run), std::move(result)};
}

ExecutedRun execute(const Scenario& scenario, const TimedRunOptions& options) {
    if (can_run_by_node(scenario, options)) {
        if (std::optional<ExecutedRun> executed = executed_by_node(scenario, options)) return std::move(*executed);
    }
    return execute_in_time(scenario, options);
}

}  // namespace rmasim::sim
