#include "sim/frontend/library/run.h"

#include "sim/frontend/groups/run_groups.h"
#include "sim/frontend/library/result_json.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"
#include "sim/timed/executed_run.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <utility>

namespace rmasim::library {

namespace {

using namespace rmasim::sim;

// The text of an error and its `others`, one line for each: "FILE:LINE:COLUMN: PLACE: found ...; allowed: ...".
std::string lines_of(const BadInput& error, const std::string& file) {
    std::string lines = file;
    if (error.line != 0) lines += ':' + std::to_string(error.line) + ':' + std::to_string(error.column);
    lines += lines.empty() ? error.what() : std::string(": ") + error.what();
    for (const BadInput& other : error.others) lines += '\n' + lines_of(other, file);
    return lines;
}

HowToRun how_to_run(const Options& options) {
    // Expectations apply only to the scenario with its own settings.
    return {.check = options.check,
            .by = {options.by_rank, options.by_pair},
            .as_expected = options.settings.empty() && !options.seed};
}

CompleteRun whole_run_of(const Scenario& scenario, const Options& options) {
    const HowToRun how = how_to_run(options);
    auto [run, result] = execute(scenario, {.check = how.check, .by = how.by});
    if (result.semantics && result.semantics->count > 0) result.semantics->witnesses = find_witnesses(scenario);
    std::vector<Difference> moved =
        not_as_expected(scenario, *run, result, how.as_expected ? Compared::all : Compared::loads);
    return {std::move(result), std::move(moved)};
}

CompleteRun whole_run_of(const GroupScenarios& scenarios, const Options& options) {
    const HowToRun how = how_to_run(options);
    return whole_run(scenarios, run_groups(scenarios, 0, scenarios.count(), how), how);
}

Run run_json(Json json, const std::string& folder, const Options& options) {
    ChosenVariant(json, options.variant).apply(json);
    for (const std::string& setting : options.settings) apply_setting(json, setting);
    const GroupScenarios scenarios(std::move(json), folder, [&options](Scenario& scenario) {
        scenario.variant = options.variant;
        if (options.seed) scenario.seed = *options.seed;
    });
    const Scenario& scenario = scenarios.first();
    if (!scenario.schedule.empty()) {
        throw BadInput("schedule", "an order of events", "no schedule, because only `rmasim run` replays schedules");
    }
    const CompleteRun whole =
        scenarios.count() > 1 ? whole_run_of(scenarios, options) : whole_run_of(scenario, options);
    const RunResult& result = whole.result;

    Run run;
    run.outcome = name_of(result.outcome);
    run.cause = result.cause;
    run.time_ns = to_ns(result.time);
    run.messages = result.messages;
    run.message_bytes = result.message_bytes;
    run.by_kind = result.by_kind;
    run.digest = result.digest;
    for (const Difference& one : whole.moved) {
        run.not_as_expected.push_back(one.what + ": expected " + one.expected + ", got " + one.got);
    }
    run.json = result_json(scenario, result, whole.moved, std::nullopt).dump(2) + '\n';
    return run;
}

// Calls `body`, and converts its errors to those of the public header. `file` is empty if the scenario is a text.
template <class Body>
Run with_public_errors(const std::string& file, const Options& options, Body body) {
    try {
        return body();
    } catch (BadInput& error) {
        if (!file.empty() && options.settings.empty()) locate_in_file(error, file, options.variant);
        throw BadScenario(lines_of(error, file));
    } catch (const std::overflow_error& error) {
        throw BadScenario(std::string(error.what()) + "; allowed: shorter computations, fewer repetitions");
    }
}

}  // namespace

Run run_file(const std::string& path, const Options& options) {
    return with_public_errors(path, options, [&] {
        return run_json(read_scenario_file(path), std::filesystem::path(path).parent_path().string(), options);
    });
}

Run run_text(const std::string& scenario, const std::string& folder, const Options& options) {
    return with_public_errors("", options, [&] { return run_json(parse_json(scenario), folder, options); });
}

std::string version() { return RMASIM_VERSION; }

}  // namespace rmasim::library
