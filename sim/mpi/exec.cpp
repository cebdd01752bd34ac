// rmasim exec: runs an MPI program under SMPI, with its one-sided calls carried out by the core.
#include "sim/frontend/cli/breakdown_text.h"
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/cli/summary.h"
#include "sim/frontend/library/result_json.h"
#include "sim/frontend/output/print.h"
#include "sim/mpi/program_copies.h"
#include "sim/mpi/program_libraries.h"
#include "sim/mpi/rma_functions_page.h"
#include "sim/mpi/smpi_machine.h"
#include "sim/mpi/smpi_world.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_patch.h"
#include "sim/scenario/read/parse.h"

#include <fmt/format.h>
#include <smpi/smpi.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

bool shares_one_node(const std::string& wanted) {
    for (const Family* const family : families()) {
        if (family->name() == wanted) return family->shares_one_node();
    }
    return false;
}

// Where ranks have to share a node, they do unless something else is asked for, and all windows are shared.
void put_on_one_node(Json& json) {
    const Json::json_pointer family("/protocol/family");
    if (!json.contains(family) || !json[family].is_string() || !shares_one_node(json[family])) return;
    json["windows"]["none"]["shared"] = true;
    if (!json["platform"].contains("ranks_per_node")) json["platform"]["ranks_per_node"] = json["ranks"];
}

// The settings of the run: a scenario whose ranks do nothing. The program brings the rest.
Scenario scenario_for(const ExecOptions& options) {
    Json json{{"name", std::filesystem::path(options.command.front()).filename().string()},
              {"ranks", options.ranks},
              {"windows", {{"none", {{"bytes", 8}}}}},
              {"programs", Json::array({{{"ranks", "all"}, {"calls", Json::array()}}})}};
    if (!options.family.empty()) json["protocol"]["family"] = options.family;
    for (const std::string& patch : options.changes.patches) {
        apply_json_patch(json, read_scenario_file(patch), "--patch " + patch);
    }
    for (const std::string& setting : options.changes.settings) apply_setting(json, setting);
    put_on_one_node(json);
    Scenario scenario = parse_scenario(json, "");
    if (options.seed) scenario.seed = *options.seed;
    return scenario;
}

void require_possible(const Scenario& scenario) {
    if (scenario.platform.network.model != NetworkModel::loggp) {
        throw BadInput("platform.network.model", "flow", "loggp: programs do not run on the flow model yet");
    }
    if (scenario.platform.topology != Topology::cluster) {
        throw BadInput("platform.topology", "another topology", "cluster: programs do not run on others yet");
    }
    if (scenario.faults.any()) throw BadInput("faults", "some", "none: programs have none yet");
    if (scenario.semantics != Semantics::off) throw BadInput("semantics", "a memory model", "off");
    if (scenario.groups > 1) throw BadInput("groups", std::to_string(scenario.groups), "1");
}

// All of a run, for the function that ends it, which SimGrid calls.
struct ProgramRun {
    const ExecOptions& options;
    Scenario scenario;
    std::chrono::steady_clock::time_point began;
    SmpiMachine machine;
    std::unique_ptr<SmpiWorld> world;
    int kept_stdout = -1;     // with --format json
    std::optional<int> code;  // of the program, if it came to its end
};
ProgramRun* the_run = nullptr;

bool asked_for(const ExecOptions& options, const char* name) {
    return std::ranges::find(options.breakdown, name) != options.breakdown.end();
}

Breakdowns breakdowns_of(const ExecOptions& options) {
    return {asked_for(options, "rank"), asked_for(options, "pair")};
}

void print_result(const ProgramRun& run, const RunResult& result) {
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - run.began).count();
    if (run.options.format == "json") {
        print(result_json(run.scenario, result, {}, wall_s).dump(2) + '\n');
    } else {
        print(summary(run.scenario, result, wall_s));
        print(breakdown_text(result, breakdowns_of(run.options)));
    }
    if (!result.stuck.empty() || !result.cause.empty()) complain(stuck_report(result));
}

int exit_code_of(const RunResult& result) {
    switch (result.outcome) {
        case Outcome::finished: return success;
        case Outcome::erroneous: return erroneous_program;
        case Outcome::violation: return internal_error;
        default: return cannot_finish;
    }
}

// The program's own streams come first.
void take_back_stdout(ProgramRun& run) {
    std::fflush(nullptr);
    if (run.kept_stdout < 0) return;
    ::dup2(run.kept_stdout, STDOUT_FILENO);
    ::close(run.kept_stdout);
}

int report(ProgramRun& run) {
    take_back_stdout(run);
    run.machine.remove_files();
    const std::string& program = run.options.command.front();
    if (!run.world->any_joined()) {
        complain_line("{}: found a program that ends without MPI_Init (exit code {}); allowed: an MPI program", program,
                      run.code.value_or(0));
        return bad_input;
    }
    const SmpiWorld::End end = run.world->end();
    if (end.refused) {
        complain_line("{}: {}", program, *end.refused);
        return bad_input;
    }
    if (end.aborted) {
        complain_line("{}: {}", program, *end.aborted);
        return expectation_failed;
    }
    print_result(run, end.result);
    if (run.code.value_or(0) != 0 && end.result.outcome == Outcome::finished) {
        complain_line("{}: a rank has ended with exit code {}", program, *run.code);
        return expectation_failed;
    }
    return exit_code_of(end.result);
}

// SimGrid is in the middle of its work, and actors in the middle of theirs: they stay there.
[[noreturn]] void report_and_leave() {
    int code = internal_error;
    try {
        code = report(*the_run);
        flush_output();
    } catch (const std::exception& error) {
        complain_line("rmasim: internal error: {}", error.what());
    }
    ::_exit(code);
}

// The program makes a signal, in one of its ranks: nothing can go on.
void report_signal(int signal) {
    take_back_stdout(*the_run);
    the_run->machine.remove_files();
    const char* const name = ::sigabbrev_np(signal);
    if (the_run->world->has_joined()) {
        complain_line("{}: rank {} ends by a signal, SIG{}; its last call of MPI was {}",
                      the_run->options.command.front(), the_run->world->rank(), name, the_run->world->last_call());
    } else {
        complain_line("{}: a signal, SIG{}, before MPI_Init", the_run->options.command.front(), name);
    }
    ::_exit(erroneous_program);
}

void catch_signals_of_programs() {
    struct sigaction action {};
    action.sa_handler = report_signal;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND);  // SimGrid has a stack for it
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

}  // namespace

int exec_command(const ExecOptions& options) {
    if (options.functions) {
        print(rma_functions_page());
        return success;
    }
    const std::string& program = options.command.front();
    if (const std::string wrong = not_of_smpi(program); !wrong.empty()) {
        throw BadInput(program, wrong, "a program that `rmasim cc`, `rmasim c++` or `rmasim fc` has built");
    }
    ProgramRun run{options, scenario_for(options), std::chrono::steady_clock::now(), SmpiMachine(), nullptr, -1, {}};
    require_possible(run.scenario);
    run.scenario.windows.clear();
    the_run = &run;
    run.world = std::make_unique<SmpiWorld>(run.scenario, SmpiWorld::Options{program, nullptr, breakdowns_of(options)});
    when_run_ends(report_and_leave);
    when_run_begins(catch_signals_of_programs);
    if (options.format == "json") {
        run.kept_stdout = ::dup(STDOUT_FILENO);
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    std::vector<std::string> arguments = run.machine.arguments(run.scenario);
    arguments.insert(arguments.end(), options.command.begin() + 1, options.command.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string path = std::filesystem::absolute(program).string();
    load_libraries_of(path, run.machine.folder());
    run.code = smpi_main(path.c_str(), static_cast<int>(argv.size() - 1), argv.data());
    report_and_leave();
}

}  // namespace rmasim::sim
