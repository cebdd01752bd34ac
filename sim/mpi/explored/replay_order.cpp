// Replays one order of a program in our own host, which a file has, and reports the result.
#include "sim/frontend/cli/explore/failure_exit_code.h"
#include "sim/frontend/cli/input/schedule_file.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/mpi/explored/loaded_programs.h"
#include "sim/untimed/explore/failure_of_run.h"
#include "sim/untimed/world/schedule.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

namespace {

int replay(const ExecOptions& options, const ProgramToRun& program) {
    const std::vector<std::string> steps = read_schedule(options.schedule);
    Scenario scenario = scenario_to_explore(program);
    auto& programs = *new LoadedPrograms(program, scenario, false);  // see run_and_leave
    check::Checker checker(scenario);
    Tally tally(static_cast<std::uint64_t>(scenario.platform.network.header_bytes));
    const std::unique_ptr<ExploredWorld> world = programs.make_world(checker, tally);
    world->write_texts(true);
    std::vector<std::string> made;
    const StepResult result = run_schedule(*world, steps, options.schedule, [&] {
        if (world->steps() > made.size()) made.push_back(world->text_of_last());
        return !checker.violation();
    });
    if (world->steps() > made.size()) made.push_back(world->text_of_last());
    std::fflush(nullptr);
    for (std::size_t i = 0; i < made.size(); ++i) complain_line("{:>4}. {}", i + 1, made[i]);
    const auto failure = failure_of(*world, result, checker);
    if (!failure) {
        complain_line("{}: finished after {}, {}", scenario.title(), counted(world->steps(), "step"),
                      counted(tally.counts().total(), "packet"));
        return success;
    }
    complain_line("{}: {}: {}", scenario.title(), name_of(failure->kind), failure->what.front());
    for (std::size_t i = 1; i < failure->what.size(); ++i) complain_line("  {}", failure->what[i]);
    return exit_code_of(scenario, failure->kind);
}

}  // namespace

int replay_order(const ExecOptions& options, const ProgramToRun& program) {
    run_and_leave(program.command.front(), [&] { return replay(options, program); });
}

}  // namespace rmasim::sim
