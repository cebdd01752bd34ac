// Runs a program under SMPI, and reports the result.
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/run/trace_output.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/program_run.h"
#include "sim/mpi/smpi/program_copies.h"
#include "sim/mpi/smpi/program_libraries.h"
#include "sim/mpi/smpi/smpi_machine.h"
#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/smpi/taken_functions.h"
#include "sim/mpi/smpi/windows/rma_functions_page.h"
#include "sim/mpi/threads/openmp_team.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <smpi/smpi.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// The state of a run. There is one global object of this class, because SimGrid calls the function that ends the run
// and passes no argument.
struct ProgramRun {
    const ProgramToRun& program;
    ReportRun report;
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
    if (end.result.semantics) select_findings(run.program, *run.world, end.result);
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

// The handler reads debug information, for which the stack that SimGrid has set for signal handlers is too small.
void catch_signals_of_programs() {
    static std::array<std::byte, std::size_t{1} << 20> memory;
    stack_t stack{};
    stack.ss_sp = memory.data();
    stack.ss_size = memory.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = report_signal;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_SIGINFO);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

[[noreturn]] void run_under_smpi(ProgramRun& run) {
    const std::string& program = run.program.command.front();
    if (const std::string wrong = not_of_smpi(program); !wrong.empty()) {
        throw BadInput(program, wrong, "a program that `rmasim cc`, `rmasim c++` or `rmasim fc` has built");
    }
    require_possible(run.scenario);
    require_counters(run.program, program);
    const bool hooked = has_symbol(program, hook_of_accesses);
    const bool watch = hooked && run.scenario.semantics != Semantics::off;
    if (hooked && !WatchedMemory::reserve_marks()) {
        throw std::runtime_error("no address space to record the accesses of programs built with `rmasim cc --watch`");
    }
    const std::vector<std::string> files = own_files_of(std::filesystem::absolute(program).string());
    const ThreadUse threads = require_threads_we_have(files, replaced_functions());
    if (threads.any) {
        if (threads.openmp) openmp_environment();  // reports errors in environment variables before the run
        take_functions_of_cpp();
        take_functions_of_programs();
    }
    run.scenario.windows.clear();
    add_host_line(run.scenario, "the ranks run in SimGrid's SMPI, which transfers their messages");
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
                                         &machine,
                                         run.trace->trace(),
                                         run.program.check_invariants,
                                         hooked,
                                         watch,
                                         {},  // each rank has a copy of the program
                                         run.program.by,
                                         threads.makes_threads,
                                         run.program.computation,
                                         polling_of(run.program.settings),
                                         &run.progress};
        run.world = std::make_unique<SmpiWorld>(run.scenario, options, run.machine.log());
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

[[noreturn]] void refuse_orders(const char* option, const std::string& value) {
    throw BadInput(
        option, value,
        fmt::format("no {} for a program of SimGrid's SMPI; build it by rmasim cc without --smpi", option));
}

}  // namespace

int run_program(const ProgramToRun& program, Scenario scenario, const ReportRun& report) {
    if (!program.record.empty()) refuse_orders("--record", program.record);
    ProgramRun run{.program = program, .report = report, .scenario = std::move(scenario)};
    run_under_smpi(run);
}

int explore_orders(const ExecOptions& options, const ProgramToRun&) {
    if (options.swarm > 0) refuse_orders("--swarm", std::to_string(options.swarm));
    refuse_orders("--explore", options.explore);
}
int replay_order(const ExecOptions& options, const ProgramToRun&) { refuse_orders("--schedule", options.schedule); }

int print_functions() {
    print(rma_functions_page());
    return success;
}

}  // namespace rmasim::sim
