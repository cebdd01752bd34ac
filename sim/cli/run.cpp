// rmasim run FILE: simulates one scenario.
#include "sim/cli/commands.h"
#include "sim/cli/exit_code.h"
#include "sim/cli/load.h"
#include "sim/cli/output.h"
#include "sim/cli/replay_command.h"
#include "sim/cli/result_json.h"
#include "sim/cli/schedule_file.h"
#include "sim/cli/summary.h"
#include "sim/families/family.h"
#include "sim/input/json/errors.h"
#include "sim/run/simulation.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <memory>

namespace rmasim::sim {

namespace {

// The final contents of all windows: window by window, and within a window rank by rank. What was never written is a
// hole in the file.
void write_memory(const std::string& path, const Scenario& scenario, const WindowMemory& memory) {
    if (!memory.kept()) throw BadInput("--memory", "\"data\": false", "a scenario that keeps its windows' contents");
    WholeFile file("--memory", path);
    for (WindowId window = 0; window < scenario.windows.size(); ++window) {
        for (Rank rank = 0; rank < scenario.ranks; ++rank) {
            memory.for_each_page(
                rank, window, [&](std::uint64_t first, std::span<const std::byte> page) { file.write(first, page); });
            file.end_section(scenario.windows[window].bytes.of(rank));
        }
    }
    file.close();
}

int exit_code_of(const Scenario& scenario, const RunResult& result, bool hold, bool moved) {
    if (moved && result.outcome == Outcome::finished) return expectation_failed;
    const bool expected = hold && scenario.expect.outcome == name_of(result.outcome);
    if (expected) return moved ? expectation_failed : success;
    switch (result.outcome) {
        case Outcome::finished: return success;
        case Outcome::deadlock:
        case Outcome::lost_rank: return cannot_finish;
        case Outcome::erroneous: return erroneous_program;
        case Outcome::violation: return internal_error;
    }
    return internal_error;
}

}  // namespace

int run_command(const RunOptions& options) {
    const auto began = std::chrono::steady_clock::now();
    Scenario scenario = load_scenario(options.file, options.changes);
    if (options.seed) scenario.seed = *options.seed;
    if (!options.schedule.empty()) scenario.schedule = read_schedule(options.schedule);
    if (!scenario.schedule.empty()) return replay_command(scenario, options);

    std::unique_ptr<Trace> trace;
    if (!options.trace.empty())
        trace = std::make_unique<Trace>(options.trace, scenario.name, scenario.ranks, packets_of(scenario));
    Simulation simulation(scenario, trace.get(), options.check);
    const RunResult result = simulation.run();
    // Expectations hold for the scenario's own settings only, so they are not checked after --set, --patch or --seed.
    const bool hold = !options.changes.any() && !options.seed && !result.violation;
    std::vector<Difference> moved;
    if (hold) moved = differences(scenario, result, simulation.memory());
    // Expected values of loads are part of the program and are checked with any settings.
    const std::vector<Difference> wrong = wrong_values(result);
    moved.insert(moved.begin(), wrong.begin(), wrong.end());
    if (trace) trace->close();
    if (!options.memory.empty()) write_memory(options.memory, scenario, simulation.memory());

    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (options.format == "json") {
        fmt::print("{}\n", result_json(scenario, result, moved, wall_s).dump(2));
    } else {
        fmt::print("{}", summary(scenario, result, wall_s));
    }
    if (result.violation) fmt::print(stderr, "{}", violation_report(result));
    if (!result.stuck.empty() || !result.cause.empty()) fmt::print(stderr, "{}", stuck_report(result));
    if (result.stale_read_count > 0) fmt::print(stderr, "{}", stale_report(result));
    if (!moved.empty()) {
        fmt::print(stderr, "{}: not as expected\n{}", options.file, moved_report(moved));
    } else if (hold && scenario.expect.any() && result.stale_read_count == 0 && options.format != "json") {
        fmt::print("As the scenario expects.\n");
    }
    return exit_code_of(scenario, result, hold, !moved.empty() || result.stale_read_count > 0);
}

}  // namespace rmasim::sim
