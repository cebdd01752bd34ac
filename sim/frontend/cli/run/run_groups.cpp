// rmasim run FILE of a scenario with groups: runs all groups in one process.
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/run/begin_run.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/stop_run.h"

#include <fmt/core.h>

#include <utility>

namespace rmasim::sim {

namespace {

std::string groups_of(const Scenario& scenario) {
    return counted(static_cast<std::uint64_t>(scenario.groups), "group");
}

HowToRun how_to_run(const RunOptions& options) {
    return {.check = options.check_invariants,
            .by = breakdowns_of(options),
            .as_expected = expectations_hold(options),
            .look = [](const TimedRun&) {
                if (interrupted()) throw RunInterrupted();
            }};
}

}  // namespace

void refuse_options_of_one_group(const RunOptions& options, const Scenario& scenario) {
    for (const auto& [option, value] :
         {std::pair{"--trace", &options.trace.file}, std::pair{"--memory", &options.memory},
          std::pair{"--schedule", &options.schedule}}) {
        if (value->empty()) continue;
        throw BadInput(option, groups_of(scenario), "one group, chosen by --group K");
    }
}

void begin_groups(const GroupScenarios& scenarios) {
    begin_run(fmt::format("a run of a group of {}", size_of(scenarios.first())), scenarios.first());
}

GroupsResult run_some_groups(const RunOptions& options, const GroupScenarios& scenarios, std::int64_t first,
                             std::int64_t count) {
    return run_groups(scenarios, first, count, how_to_run(options));
}

int report_whole(const RunOptions& options, const GroupScenarios& scenarios, GroupsResult all,
                 std::chrono::steady_clock::time_point began) {
    const auto& by_outcome = all.sum.groups->by_outcome;
    const auto part = by_outcome.find(std::string(name_of(Outcome::interrupted)));
    const std::int64_t done = all.count - (part == by_outcome.end() ? 0 : 1);
    const CompleteRun whole = whole_run(scenarios, std::move(all), how_to_run(options));
    const int code = report_run(options, scenarios.first(), whole.result, whole.moved, began);
    if (whole.result.outcome != Outcome::interrupted) return code;
    complain_line("{}: interrupted when {} of {} were done; the figures are those so far", options.file,
                  grouped(static_cast<std::uint64_t>(done)), groups_of(scenarios.first()));
    flush_output();
    end_if_interrupted();
    return code;
}

int run_all_groups(const RunOptions& options, const GroupScenarios& scenarios,
                   std::chrono::steady_clock::time_point began) {
    refuse_options_of_one_group(options, scenarios.first());
    begin_groups(scenarios);
    note_interrupts();
    return report_whole(options, scenarios, run_some_groups(options, scenarios, 0, scenarios.count()), began);
}

}  // namespace rmasim::sim
