// The command `rmasim exec`: it runs an MPI program, whose one-sided calls the core executes.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/mpi/program_run.h"
#include "sim/mpi/selected_findings.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_patch.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/as_expected.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

std::vector<NamedFile> patches_of(const Changes& changes) {
    std::vector<NamedFile> files;
    for (const std::string& patch : changes.patches) files.push_back({"--patch", patch});
    return files;
}

Json settings_of(const ExecOptions& options) {
    constexpr std::size_t max_name = 200;  // of scenarios
    const std::string name = std::filesystem::path(options.command.front()).filename().string();
    Json json{{"name", name.substr(0, max_name)}, {"ranks", options.ranks}};
    if (!options.family.empty()) json["protocol"]["family"] = options.family;
    for (const std::string& patch : options.changes.patches) {
        apply_json_patch(json, read_scenario_file(patch), "--patch " + patch);
    }
    for (const std::string& setting : options.changes.settings) apply_setting(json, setting);
    return json;
}

std::vector<semantics::Suppression> suppressions_of(const ExecOptions& options) {
    if (options.suppress.empty()) return {};
    std::ifstream file(options.suppress);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw BadInput("--suppress", options.suppress, "a file that can be read");
    return semantics::suppressions_in(text.str(), options.suppress);
}

// Converts the options of `exec` to those of `run`, because both commands print the same report.
RunOptions as_run(const ExecOptions& options) {
    RunOptions run;
    run.changes = options.changes;
    run.changes.settings.emplace_back();  // with a change, the report checks no expectations: exec has none
    run.format = options.format;
    run.breakdown = options.breakdown;
    run.explain = options.explain;
    return run;
}

// Raises BadInput for options that need a clock.
void refuse_what_needs_a_clock(const ExecOptions& options) {
    const char* const with = !options.explore.empty() ? "--explore" : options.swarm > 0 ? "--swarm" : "--schedule";
    const auto refuse = [with](const char* option, const std::string& found) {
        throw BadInput(option, found, fmt::format("no {} with {}, whose steps have no time", option, with));
    };
    const bool searches = !options.explore.empty() || options.swarm > 0;
    if (searches && !options.schedule.empty()) refuse("--schedule", options.schedule);
    if (!options.explore.empty() && options.swarm > 0)
        throw BadInput("--swarm", std::to_string(options.swarm),
                       "no --swarm with --explore, which executes all orders");
    if (!options.breakdown.empty()) refuse("--breakdown", options.breakdown.front());
    if (!options.trace.file.empty()) refuse("--trace", options.trace.file);
    if (options.compute != "none") refuse("--compute", options.compute);
    if (!options.record.empty()) refuse("--record", options.record);
    if (!options.semantics.empty() && options.semantics != "off") refuse("--semantics", options.semantics);
}

void refuse_what_is_of_scenarios(const RunOptions& options) {
    for (const auto& [name, value] : {std::pair{"--schedule", &options.schedule},
                                      {"--memory", &options.memory},
                                      {"--propagation", &options.propagation}}) {
        if (!value->empty())
            throw BadInput(
                name, *value,
                fmt::format("no {} with \"exec\", because it applies only to scenarios with programs", name));
    }
    if (options.group) throw BadInput("--group", std::to_string(*options.group), "no --group with \"exec\"");
    if (options.role != Role::whole) throw BadInput("-j", "an MPI program", "a scenario with groups");
}

}  // namespace

int exec_command(const ExecOptions& options) {
    if (options.functions) return print_functions();
    if (options.record.empty() && !options.record_also.empty())
        throw BadInput("--record-also", std::to_string(options.record_also.front()), "nothing without --record");
    const auto began = std::chrono::steady_clock::now();
    const RunOptions as = as_run(options);
    const ProgramToRun program{.settings = settings_of(options),
                               .folder = "",
                               .command = options.command,
                               .seed = options.seed,
                               .trace = options.trace,
                               .check_invariants = options.check_invariants,
                               .semantics = options.semantics,
                               .max_findings = options.semantics_limit,
                               .suppressions = suppressions_of(options),
                               .by = breakdowns_of(as),
                               .computation = Computation(options.compute, options.speed),
                               .json = options.format == "json",
                               .inputs = patches_of(options.changes),
                               .record = options.record,
                               .record_also = options.record_also,
                               .alone = options.alone};
    const bool searches = !options.explore.empty() || options.swarm > 0;
    if (searches || !options.schedule.empty()) {
        refuse_what_needs_a_clock(options);
        return searches ? explore_orders(options, program) : replay_order(options, program);
    }
    return run_program(program, scenario_for(program),
                       [&](const Scenario& scenario, const ProgramWorld&, const RunResult& result) {
                           return report_run(as, scenario, result, {}, began);
                       });
}

int run_program_file(const RunOptions& options, const ProgramFile& file) {
    const auto began = std::chrono::steady_clock::now();
    refuse_what_is_of_scenarios(options);
    Json settings = file.document;
    if (!settings.contains("name")) settings["name"] = std::filesystem::path(options.file).stem().string();
    ProgramToRun program{.settings = std::move(settings),
                         .folder = file.folder,
                         .command = file.command,
                         .variant = options.changes.variant,
                         .seed = options.seed,
                         .trace = options.trace,
                         .check_invariants = options.check_invariants,
                         .semantics = options.semantics,
                         .by = breakdowns_of(options),
                         .computation = Computation(file.compute, 0),
                         .json = options.format == "json",
                         .inputs = patches_of(options.changes)};
    program.inputs.push_back({"the scenario", options.file});
    return run_program(program, scenario_for(program),
                       [&](const Scenario& scenario, const ProgramWorld& world, const RunResult& result) {
                           const Compared compared = expectations_hold(options) ? Compared::all : Compared::loads;
                           const auto moved = not_as_expected(scenario, world.run(), result, compared);
                           return report_run(options, scenario, result, moved, began);
                       });
}

}  // namespace rmasim::sim
