// rmasim run FILE: simulates one scenario.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/arguments/python_subcommands.h"
#include "sim/frontend/cli/input/load.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/cli/input/schedule_file.h"
#include "sim/frontend/cli/input/source_locations.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/run/begin_run.h"
#include "sim/frontend/cli/run/breakdown_text.h"
#include "sim/frontend/cli/run/replay_command.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/run/run_progress.h"
#include "sim/frontend/cli/run/squared_packets.h"
#include "sim/frontend/cli/run/summary.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/library/result_json.h"
#include "sim/frontend/library/verdict.h"
#include "sim/frontend/output/print.h"
#include "sim/machine/arena/sanitized.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/executed_run.h"
#include "sim/timed/stop_run.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace rmasim::sim {

namespace {

// A deleter that does nothing, except in a program with a sanitizer. The process ends soon, and the system then frees
// all memory at once. The destruction of a million ranks would take time and have no use.
struct LeftToTheSystem {
    void operator()(TimedRun* run) const {
        if (RMASIM_SANITIZED) delete run;
    }
};

// True if the scenario has no expectations, and the only difference is the outcome. The reason of that outcome is
// reported already.
bool expects_to_finish_only(const Scenario& scenario, const std::vector<Difference>& moved) {
    return !scenario.expect.any() && moved.size() == 1 && moved.front().what == "outcome";
}

void report(const RunOptions& options, const Scenario& scenario, const RunResult& result,
            const std::vector<Difference>& moved) {
    const SourceLocations locations(options.file, options.changes);
    const auto complain = [&locations](const std::string& text) { sim::complain(locations.located(text)); };
    if (result.violation) complain(violation_report(result));
    if (result.outcome == Outcome::lost_packet) complain(lost_packet_report(result));
    else if (!result.stuck.empty() || !result.cause.empty()) complain(stuck_report(result));
    if (result.semantics && result.semantics->count > 0) complain(semantics_report(result));
    if (result.stale_read_count > 0) complain(stale_report(result));
    if (moved.empty() || expects_to_finish_only(scenario, moved)) return;
    complain_line("{}: not as expected", options.file);
    complain(moved_report(moved));
}

int exit_code_of(const Scenario& scenario, const RunResult& result, bool hold, bool moved) {
    if (moved && result.outcome == Outcome::finished) return expectation_failed;
    const bool expected = hold && scenario.expect.outcome == name_of(result.outcome);
    if (expected) return moved ? expectation_failed : success;
    switch (result.outcome) {
        case Outcome::finished: return success;
        case Outcome::deadlock:
        case Outcome::lost_rank:
        case Outcome::lost_packet:
        case Outcome::assertion:
        case Outcome::crash: return cannot_finish;
        case Outcome::erroneous: return erroneous_program;
        case Outcome::violation: return internal_error;
        case Outcome::interrupted: return internal_error;  // not used: the process ends by the signal
    }
    return internal_error;
}

// The selected group. If the scenario has no groups, the scenario itself.
Scenario the_only(const RunOptions& options, GroupScenarios& scenarios) {
    if (!options.group) return std::move(scenarios).take_first();
    if (*options.group < scenarios.count()) return scenarios.of(*options.group);
    throw BadInput("--group", std::to_string(*options.group), fmt::format("0 to {}", scenarios.count() - 1));
}

}  // namespace

Breakdowns breakdowns_of(const RunOptions& options) {
    const auto asked = [&](const char* name) {
        return std::ranges::find(options.breakdown, name) != options.breakdown.end();
    };
    return {asked("rank"), asked("pair")};
}

GroupScenarios scenarios_to_run(const RunOptions& options) {
    return scenarios_to_run(options, load_document(options.file, options.changes));
}

GroupScenarios scenarios_to_run(const RunOptions& options, Document document) {
    return groups_of(std::move(document), options.changes.variant, [&options](Scenario& scenario) {
        choose_model(scenario, options.semantics);
        choose_propagation(scenario, options.propagation);
        if (options.seed) scenario.seed = *options.seed;
    });
}

bool expectations_hold(const RunOptions& options) { return !options.changes.any() && !options.seed && !options.group; }

int report_run(const RunOptions& options, const Scenario& scenario, const RunResult& result,
               const std::vector<Difference>& moved, std::chrono::steady_clock::time_point began) {
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (options.format == "json") {
        auto json = result_json(scenario, result, moved, wall_s);
        SourceLocations(options.file, options.changes).locate(json);
        print(json.dump(2) + '\n');
    } else {
        print(summary(scenario, result, verdict_of(result, moved.size()), wall_s, options.explain));
        print(breakdown_text(result, breakdowns_of(options)));
    }
    report(options, scenario, result, moved);
    const bool hold = expectations_hold(options) && result.outcome != Outcome::violation;
    if (moved.empty() && hold && result.outcome != Outcome::interrupted && scenario.expect.any() &&
        result.stale_read_count == 0 && options.format != "json") {
        print_line("As the scenario expects.");
    }
    return exit_code_of(scenario, result, hold, !moved.empty() || result.stale_read_count > 0);
}

namespace {

void require_one_process(const RunOptions& options, const char* what) {
    if (options.distribute.processes() == 1) return;
    throw BadInput("--jobs", options.distribute.jobs + " for " + what,
                   "1, because only the ranks of a scenario can be distributed over processes");
}

int run_scenario(const RunOptions& options, Document document, std::chrono::steady_clock::time_point began) {
    std::optional<GroupScenarios> scenarios(scenarios_to_run(options, std::move(document)));
    if (scenarios->count() > 1 && !options.group) {
        // Only the Python package can distribute groups.
        return options.distribute.jobs.empty() ? run_all_groups(options, *scenarios, began) : become_python();
    }
    Scenario scenario = the_only(options, *scenarios);
    scenarios.reset();  // large runs need this memory
    if (!options.schedule.empty()) scenario.schedule = read_schedule(options.schedule);
    if (!scenario.schedule.empty()) {
        require_one_process(options, "a replay of a schedule");
        return replay_command(scenario, options);
    }
    if (const std::string warning = warning_of_squared_packets(scenario); !warning.empty()) {
        complain_line("{}", warning);
    }
    if (options.distribute.processes() > 1) return run_on_processes(options, scenario, began);
    RunOutputs outputs(options, scenario, false);
    return run_alone(options, scenario, outputs, began);
}

}  // namespace

std::uint64_t expected_packets(const RunOptions& options, const Scenario& scenario) {
    const std::optional<CountRange>& total = scenario.expect.messages_total;
    return total && total->min == total->max && expectations_hold(options) ? total->min : 0;
}

int report_interrupted(const RunOptions& options, const Scenario& scenario, const RunResult& result,
                       Rank ranks_finished, std::chrono::steady_clock::time_point began) {
    const int code = report_run(options, scenario, result, {}, began);
    complain_line("{}: interrupted when {} of {} were done; the figures are those so far", options.file,
                  grouped(static_cast<std::uint64_t>(ranks_finished)),
                  counted(static_cast<std::uint64_t>(scenario.ranks), "rank"));
    flush_output();
    end_if_interrupted();
    return code;
}

int run_alone(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
              std::chrono::steady_clock::time_point began, EventOrder order) {
    begin_run(fmt::format("a run of {}", size_of(scenario)), scenario);
    RunProgress progress(scenario.ranks, expected_packets(options, scenario));
    note_interrupts();
    const TimedRunOptions how{.trace = outputs.trace(),
                              .check = options.check_invariants,
                              .by = breakdowns_of(options),
                              .look = [&progress](const TimedRun& run) {
                                  progress.at(run);
                                  if (interrupted()) throw RunInterrupted();
                              }};
    ExecutedRun executed = order == EventOrder::by_node ? execute(scenario, how) : execute_in_time(scenario, how);
    const std::unique_ptr<TimedRun, LeftToTheSystem> run(executed.run.release());
    RunResult& result = executed.result;
    progress.clear();
    if (result.outcome == Outcome::interrupted)
        return report_interrupted(options, scenario, result, run->ranks_finished(), began);
    if (result.semantics && result.semantics->count > 0) result.semantics->witnesses = find_witnesses(scenario);
    const std::vector<Difference> moved =
        not_as_expected(scenario, *run, result, expectations_hold(options) ? Compared::all : Compared::loads);
    outputs.write_memory(run->memory());
    outputs.end();
    const int code = report_run(options, scenario, result, moved, began);
    flush_output();
    end_if_interrupted();
    return code;
}

int run_command(const RunOptions& options) {
    if (options.witnesses_of) return witnesses_command(options);
    if (options.role == Role::shards) return run_shards(options);
    if (options.role == Role::assembly) return run_assembly(options);
    const auto began = std::chrono::steady_clock::now();
    if (const auto library = mpi_launcher()) return run_under_mpi(options, *library, began);
    Document document = load_document(options.file, options.changes);
    if (!names_program(document.json)) return run_scenario(options, std::move(document), began);
    require_one_process(options, "a run of an MPI program");
    return run_program_file(options, ProgramFile(std::move(document.json), document.folder));
}

}  // namespace rmasim::sim
