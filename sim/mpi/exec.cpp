// The command `rmasim exec`: it runs an MPI program under SMPI, and the core executes the program's one-sided calls.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/run/trace_output.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/same_file.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/program_copies.h"
#include "sim/mpi/program_libraries.h"
#include "sim/mpi/selected_findings.h"
#include "sim/mpi/smpi_machine.h"
#include "sim/mpi/smpi_world.h"
#include "sim/mpi/threads/openmp_team.h"
#include "sim/mpi/threads/program_functions.h"
#include "sim/mpi/windows/rma_functions_page.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_patch.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/as_expected.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <smpi/smpi.h>
#include <ucontext.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// A program to run and the options of the run. `settings` is a scenario without programs.
struct ProgramToRun {
    Json settings;
    std::string folder;  // file names in the settings are relative to this folder
    std::vector<std::string> command;
    std::string variant{};  // name of the variant in the scenario file
    std::optional<std::uint64_t> seed;
    TraceOptions trace;
    bool check_invariants = false;
    std::string semantics;
    std::size_t max_findings = 50;
    std::vector<semantics::Suppression> suppressions{};
    Breakdowns by;
    Computation computation{};
    bool json = false;                // true: print the result as JSON on standard output
    std::vector<NamedFile> inputs{};  // input files, which outputs must not overwrite
};

Scenario scenario_for(const ProgramToRun& program) {
    Scenario scenario = parse_scenario(scenario_of_program(program.settings), program.folder);
    scenario.variant = program.variant;
    choose_model(scenario, program.semantics);
    if (program.seed) scenario.seed = *program.seed;
    return scenario;
}

std::vector<NamedFile> patches_of(const Changes& changes) {
    std::vector<NamedFile> files;
    for (const std::string& patch : changes.patches) files.push_back({"--patch", patch});
    return files;
}

void require_possible(const Scenario& scenario) {
    for (const PoolShrink& shrink : scenario.faults.shrinks) {
        if (shrink.level == PoolLevel::global) continue;
        throw BadInput(
            "faults.pools", shrink.pool,
            "a global pool, because an MPI program creates its windows, and their local pools, during the run");
    }
    if (scenario.propagation != Propagation::eager) {
        throw BadInput("propagation", "a propagation other than eager",
                       "eager, because the windows of an MPI program have only one copy");
    }
    if (scenario.groups > 1) throw BadInput("groups", std::to_string(scenario.groups), "1");
}

// The state of a run. There is one global object of this class, because SimGrid calls the function that ends the run
// and passes no argument.
struct ProgramRun {
    const ProgramToRun& program;
    // Prints the result of the run and returns the exit code.
    std::function<int(const Scenario&, const SmpiWorld&, const RunResult&)> report;
    Scenario scenario;
    SmpiMachine machine{};
    std::optional<TraceOutput> trace{};
    std::unique_ptr<SmpiWorld> world{};
    RunProgress progress{};
    int kept_stdout = -1;       // file descriptor of the original standard output, only with --format json
    std::optional<int> code{};  // the program's exit code, if it returned
};
ProgramRun* the_run = nullptr;

// Flushes the program's output, then restores the original standard output.
void take_back_stdout(ProgramRun& run) {
    run.progress.clear();
    std::fflush(nullptr);
    if (run.kept_stdout < 0) return;
    ::dup2(run.kept_stdout, STDOUT_FILENO);
    ::close(run.kept_stdout);
}

void select_findings(const ProgramRun& run, RunResult& result) {
    semantics::Report& found = *result.semantics;
    found.loads_and_stores = run.world->watches_accesses() ? semantics::Seen::where_watched : semantics::Seen::none;
    semantics::select(found, run.program.suppressions, run.program.max_findings);
    const bool others = !result.stuck.empty() || !result.cause.empty();
    if (result.outcome == Outcome::erroneous && found.count == 0 && !others) result.outcome = Outcome::finished;
}

int report(ProgramRun& run) {
    take_back_stdout(run);
    run.machine.remove_files();
    const std::string& program = run.program.command.front();
    if (!run.world->any_joined()) {
        complain_line("{}: found a program that ends without MPI_Init (exit code {}); allowed: an MPI program", program,
                      run.code.value_or(0));
        return bad_input;
    }
    SmpiWorld::End end = run.world->end();
    if (end.refused) {
        complain_line("{}: {}", program, *end.refused);
        return bad_input;
    }
    if (end.aborted) {
        complain_line("{}: {}", program, *end.aborted);
        return expectation_failed;
    }
    run.trace->end();
    if (end.result.semantics) select_findings(run, end.result);
    const int code = run.report(run.scenario, *run.world, end.result);
    if (run.code.value_or(0) != 0 && end.result.outcome == Outcome::finished) {
        complain_line("{}: a rank has ended with exit code {}", program, *run.code);
        return expectation_failed;
    }
    return code;
}

// Reports the result and ends the process. The function does not return to SimGrid, because SimGrid and the actors are
// still executing functions.
[[noreturn]] void report_and_leave() {
    int code = internal_error;
    try {
        code = report(*the_run);
        flush_output();
    } catch (const BadInput& error) {
        complain_about(the_run->program.command.front(), error);
        code = bad_input;
    } catch (const std::exception& error) {
        complain_line("rmasim: internal error: {}", error.what());
    }
    remove_unfinished();
    ::_exit(code);
}

// Handles a signal that one of the program's ranks has caused, such as SIGSEGV. Ends the process, since the run cannot
// continue.
void report_signal(int signal, siginfo_t*, void* context) {
    take_back_stdout(*the_run);
    const std::string& program = the_run->program.command.front();
    const std::string name = fmt::format("SIG{}", ::sigabbrev_np(signal));
    const auto instruction = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
    const std::string missing = signal == SIGABRT ? the_run->machine.missing_function() : "";
    the_run->machine.remove_files();
    SmpiWorld& world = *the_run->world;
    if (!missing.empty()) {
        complain_line("{}: found a call of {}; allowed: the functions of MPI that SimGrid's SMPI has", program,
                      missing);
    } else if (world.has_joined()) {
        complain_line("{}: {}", program, world.ended_by_signal(name, reinterpret_cast<const void*>(instruction)));
    } else {
        complain_line("{}: ended by signal {} before MPI_Init", program, name);
    }
    remove_unfinished();
    ::_exit(missing.empty() ? erroneous_program : bad_input);
}

void catch_signals_of_programs() {
    struct sigaction action {};
    action.sa_sigaction = report_signal;
    action.sa_flags =
        static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_SIGINFO);  // SimGrid has set the stack for signal handlers
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

// Returns the use of thread functions in the program's own files. Raises BadInput if one of these functions is not
// supported.
ThreadUse require_threads_we_have(const std::string& program) {
    ThreadUse all;
    for (const std::string& file : own_files_of(program)) {
        const ThreadUse use = thread_use_of(file);
        if (use.clang) {
            throw BadInput(file, "OpenMP code of clang (__kmpc_...)",
                           "OpenMP code of gcc (libgomp), from `rmasim cc -fopenmp`");
        }
        if (!use.unsupported.empty()) {
            throw BadInput(file, fmt::format("{}", fmt::join(use.unsupported, ", ")),
                           "threads and OpenMP without these functions");
        }
        all.any = all.any || use.any;
        all.makes_threads = all.makes_threads || use.makes_threads;
        all.openmp = all.openmp || use.openmp;
    }
    return all;
}

[[noreturn]] void run_program(ProgramRun& run) {
    const std::string& program = run.program.command.front();
    if (const std::string wrong = not_of_smpi(program); !wrong.empty()) {
        throw BadInput(program, wrong, "a program that `rmasim cc`, `rmasim c++` or `rmasim fc` has built");
    }
    require_possible(run.scenario);
    if (run.program.computation.kind() == Computation::Kind::counted && !has_symbol(program, counter_of_instructions)) {
        throw BadInput("--compute", "a program that does not count its instructions",
                       "a program that `rmasim cc --count` has built");
    }
    const bool hooked = has_symbol(program, hook_of_accesses);
    const bool watch = hooked && run.scenario.semantics != Semantics::off;
    if (hooked && !WatchedMemory::reserve_marks()) {
        throw std::runtime_error("no address space to record the accesses of programs built with `rmasim cc --watch`");
    }
    const ThreadUse threads = require_threads_we_have(std::filesystem::absolute(program).string());
    if (threads.any) {
        if (threads.openmp) openmp_environment();  // reports errors in environment variables before the run
        take_functions_of_cpp();
        take_functions_of_programs();
    }
    run.scenario.windows.clear();
    std::vector<NamedFile> inputs = run.program.inputs;
    inputs.push_back({"the program", program});
    refuse_overwriting(inputs, {{"--trace", run.program.trace.file}});
    run.trace.emplace(run.program.trace, run.scenario, TraceOf::program);
    the_run = &run;
    when_run_ends(report_and_leave);
    when_run_begins(catch_signals_of_programs);
    if (run.program.json) {
        run.kept_stdout = ::dup(STDOUT_FILENO);
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    const bool copies = has_variables(program);
    std::vector<std::string> arguments = run.machine.arguments(run.scenario, copies, [&](Simgrid& machine) {
        const SmpiWorld::Options options{program,
                                         machine,
                                         run.trace->trace(),
                                         run.program.check_invariants,
                                         hooked,
                                         watch,
                                         run.program.by,
                                         threads.makes_threads,
                                         run.program.computation,
                                         polling_of(run.program.settings),
                                         &run.progress,
                                         run.machine.log()};
        run.world = std::make_unique<SmpiWorld>(run.scenario, options);
    });
    arguments.insert(arguments.end(), run.program.command.begin() + 1, run.program.command.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string path = std::filesystem::absolute(program).string();
    load_libraries_of(path, run.machine.folder());
    if (!copies) share_program(path, run.machine.folder());
    run.code = smpi_main(path.c_str(), static_cast<int>(argv.size() - 1), argv.data());
    report_and_leave();
}

Json settings_of(const ExecOptions& options) {
    Json json{{"name", std::filesystem::path(options.command.front()).filename().string()}, {"ranks", options.ranks}};
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
    if (options.functions) {
        print(rma_functions_page());
        return success;
    }
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
                               .inputs = patches_of(options.changes)};
    ProgramRun run{.program = program,
                   .report = [&](const Scenario& scenario, const SmpiWorld&,
                                 const RunResult& result) { return report_run(as, scenario, result, {}, began); },
                   .scenario = scenario_for(program)};
    run_program(run);
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
    ProgramRun run{.program = program,
                   .report =
                       [&](const Scenario& scenario, const SmpiWorld& world, const RunResult& result) {
                           const Compared compared = expectations_hold(options) ? Compared::all : Compared::loads;
                           const auto moved = not_as_expected(scenario, world.run(), result, compared);
                           return report_run(options, scenario, result, moved, began);
                       },
                   .scenario = scenario_for(program)};
    run_program(run);
}

}  // namespace rmasim::sim
