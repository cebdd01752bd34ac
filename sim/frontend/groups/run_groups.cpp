#include "sim/frontend/groups/run_groups.h"

#include "sim/frontend/groups/in_group.h"
#include "sim/timed/counts/digest.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/explore/witness.h"

#include <utility>

namespace rmasim::sim {

namespace {

GroupsResult run_group(const GroupScenarios& scenarios, std::int64_t group, const HowToRun& how) {
    const Scenario scenario = scenarios.of(group);
    return in_group(group, [&] {
        auto [run, result] = execute(scenario, {.check = how.check, .by = how.by, .look = how.look});
        if (result.outcome == Outcome::interrupted) return result_of_group(group, std::move(result), {});
        std::vector<Difference> moved =
            not_as_expected(scenario, *run, result, how.as_expected ? Compared::ranks : Compared::loads);
        return result_of_group(group, std::move(result), std::move(moved));
    });
}

// Moves the texts about a single group from `of_group` to `result`.
void take_words(RunResult& result, RunResult&& of_group) {
    result.outcome = of_group.outcome;
    result.stale_reads = std::move(of_group.stale_reads);
    result.stuck = std::move(of_group.stuck);
    result.is_cut_short = of_group.is_cut_short;
    result.cause = std::move(of_group.cause);
    result.fix = std::move(of_group.fix);
    result.cycle = std::move(of_group.cycle);
    result.cycle_waits = std::move(of_group.cycle_waits);
    result.lost = std::move(of_group.lost);
    result.violation = std::move(of_group.violation);
    if (!of_group.semantics) return;
    of_group.semantics->count = result.semantics->count;
    result.semantics = std::move(of_group.semantics);
}

void report_on(const GroupScenarios& scenarios, std::int64_t group, const HowToRun& how, RunResult& result) {
    const Scenario scenario = scenarios.of(group);
    RunResult again = execute(scenario, {.check = how.check}).result;
    if (again.semantics && again.semantics->count > 0) again.semantics->witnesses = find_witnesses(scenario);
    take_words(result, std::move(again));
    result.groups->reported = group;
}

}  // namespace

GroupsResult run_groups(const GroupScenarios& scenarios, std::int64_t first, std::int64_t count, const HowToRun& how) {
    GroupsResult all = run_group(scenarios, first, how);
    for (std::int64_t group = first + 1; group < first + count && !all.interrupted; ++group) {
        append(all, run_group(scenarios, group, how));
    }
    return all;
}

CompleteRun whole_run(const GroupScenarios& scenarios, GroupsResult all, const HowToRun& how) {
    CompleteRun whole{std::move(all.sum), {}};
    whole.result.scenario = scenarios.first().title();
    whole.result.seed = scenarios.first().seed;
    whole.result.ranks = scenarios.first().ranks;
    whole.result.outcome = Outcome::finished;
    whole.result.digest = Digest::of_digests(all.digests);
    if (all.interrupted) {
        whole.result.outcome = Outcome::interrupted;
        return whole;
    }
    if (all.concern != GroupsResult::Concern::none) report_on(scenarios, all.concerns, how, whole.result);
    if (how.as_expected && whole.result.outcome != Outcome::violation) {
        whole.moved = differences_of_counts(scenarios.first(), measured_by(whole.result));
    }
    whole.moved.insert(whole.moved.end(), all.moved.begin(), all.moved.end());
    return whole;
}

}  // namespace rmasim::sim
