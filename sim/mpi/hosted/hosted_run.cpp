// Runs a program in our own host, and reports the result.
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/run/trace_output.h"
#include "sim/frontend/components/component.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/hosted/watched_programs.h"
#include "sim/mpi/process/signals.h"
#include "sim/mpi/program_run.h"
#include "sim/mpi/recorded/recording_run.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// The programs' standard output is the process's. With --format json it goes to standard error, and the result to
// standard output.
class ProgramOutput {
public:
    explicit ProgramOutput(bool is_result_json) {
        if (!is_result_json) return;
        kept_ = ::dup(STDOUT_FILENO);
        ::dup2(STDERR_FILENO, STDOUT_FILENO);
    }
    // Writes what the programs have printed.
    void end() {
        std::fflush(nullptr);
        if (kept_ < 0) return;
        ::dup2(kept_, STDOUT_FILENO);
        ::close(std::exchange(kept_, -1));
    }

private:
    int kept_ = -1;
};

// The clock and the sleeps of the C library.
class ClockOfPrograms final : public hosting::HostClock {
public:
    std::int64_t now_ns(int, const hosting::LibraryCall& call) override {
        return HostedWorld::get().read_clock_ns(caller_of(call));
    }
    void sleep_ns(int, std::int64_t duration_ns, const hosting::LibraryCall& call) override {
        HostedWorld::get().sleep_ns(duration_ns);
        HostedWorld::get().polled(caller_of(call), PollKind::sleep);
    }
    void give_way(int, const hosting::LibraryCall& call) override { HostedWorld::get().give_way(caller_of(call)); }

private:
    static Caller caller_of(const hosting::LibraryCall& call) { return {call.function, call.returns_to, call.frame}; }
};

std::string original_of(const void* address) {
    const hosting::LoadedObject* const object = hosting::Host::get()->program().object_of(address);
    return object == nullptr ? std::string() : object->file;
}

// Describes a fault in memory that a program has passed to MPI, and ends the process.
void report_fault(int, const void* address) {
    const std::string text = HostedWorld::get().fault_in_buffer(address);
    if (text.empty()) return;
    std::fflush(nullptr);
    complain_line("{}", text);
    remove_unfinished();
    ::_exit(erroneous_program);
}

// The handlers of SIGINT and SIGTERM that note_interrupts() has set record the signal. Then the run ends: at once if a
// program's code is running, otherwise before the next event.
std::array<void (*)(int), 2> note_signal{};
constexpr std::array signals_of_users{SIGINT, SIGTERM};

// Handlers call functions that the host exports, such as raise: as the host, also while a rank's code is running.
void on_interrupt(int number) {
    {
        const hosting::HostSection host;
        note_signal[number == SIGINT ? 0 : 1](number);
    }
    HostedWorld::get().interrupt();
}

// Other signals that end the process have handlers that remove unfinished files.
std::array<void (*)(int), 2> end_process{};
constexpr std::array signals_that_end{SIGHUP, SIGQUIT};

void on_end(int number) {
    const hosting::HostSection host;
    end_process[number == SIGHUP ? 0 : 1](number);
}

void set_handler(int signal, void (*handler)(int), void (*&before)(int)) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) return;
    before = std::exchange(action.sa_handler, handler);
    action.sa_flags = SA_NODEFER;  // the handler may not return
    ::sigaction(signal, &action, nullptr);
}

void end_run_by_signals() {
    note_interrupts();
    for (std::size_t i = 0; i < signals_of_users.size(); ++i)
        set_handler(signals_of_users[i], on_interrupt, note_signal[i]);
    for (std::size_t i = 0; i < signals_that_end.size(); ++i) set_handler(signals_that_end[i], on_end, end_process[i]);
}

// The report of a program that was started by itself: none, unless its run could not be completed. The exit code is the
// program's own, also if it has not called MPI_Init or MPI_Finalize.
std::optional<int> report_alone(const ProgramToRun& program, HostedWorld& world) {
    const hosting::RankEnd& end = hosting::Host::get()->end_of(0);
    if (!world.died().empty()) complain_line("{}: {}", program.command.front(), world.died());
    flush_output();
    end_if_interrupted();
    if (end.kind == hosting::EndKind::none) return std::nullopt;
    return end.code;
}

int report(const ProgramToRun& program, const Scenario& scenario, HostedWorld& world, TraceOutput& trace,
           const ReportRun& report_run, const Recorder* recorder, const OtherRecordings& others) {
    const std::string& name = program.command.front();
    if (!world.died().empty()) {
        complain_line("{}: {}", name, world.died());
        return erroneous_program;
    }
    const int code = world.exit_code().value_or(0);
    if (!world.any_joined()) {
        complain_line("{}: found a program that ends without MPI_Init (exit code {}); allowed: an MPI program", name,
                      code);
        return bad_input;
    }
    ProgramWorld::End end = world.end();
    if (end.refused) {
        complain_line("{}: {}", name, *end.refused);
        return bad_input;
    }
    if (end.aborted) {
        complain_line("{}: {}", name, *end.aborted);
        return expectation_failed;
    }
    trace.end();
    if (end.result.semantics) select_findings(program, world, end.result);
    if (end.result.outcome == Outcome::interrupted) {
        report_run(scenario, world, end.result);
        complain_line("{}: interrupted; the figures are those so far", name);
        flush_output();
        remove_unfinished();
        end_if_interrupted();
    }
    // No call waits for the ranks that have ended too early, so the run is complete.
    const bool ends_early =
        end.result.outcome == Outcome::deadlock && end.result.stuck.empty() && !world.ends_without_finalize().empty();
    if (ends_early) end.result.outcome = Outcome::finished;
    const RunResult recorded = recorder == nullptr ? RunResult{} : end.result;
    if (!program.by.pair) {
        end.result.by_pair.clear();
        end.result.bytes_by_pair.clear();
    }
    const int reported = report_run(scenario, world, end.result);
    if (ends_early) {
        complain_line("{}: {}", name, world.ends_without_finalize());
        return erroneous_program;
    }
    const bool finished = end.result.outcome == Outcome::finished;
    if (recorder != nullptr && reported == success && code == 0 && finished)
        return write_recording(program, *recorder, scenario, recorded, others);
    if (recorder != nullptr)
        complain_line("{}: --record: the run does not end well; {} is not written", name, program.record);
    if (code == 0 || !finished) return reported;
    complain_line("{}: a rank has ended with exit code {}", name, code);
    return expectation_failed;
}

// Returns the options that do not depend on the program's file. `trace` and `progress` must outlive the run.
HostedWorld::Options options_of(const ProgramToRun& program, TraceOutput& trace, RunProgress& progress) {
    HostedWorld::Options options;
    options.program = program.command.front();
    options.trace = trace.trace();
    options.check = program.check_invariants;
    options.by = program.by;
    options.computation = program.computation;
    options.polling = polling_of(program.settings);
    options.look = [&progress](const TimedRun& run) {
        progress.at(run);
        if (interrupted()) throw RunInterrupted{};
    };
    return options;
}

// Returns the number of ranks of a recording. Raises BadInput for a program with threads.
Rank recorded_ranks(const Scenario& scenario, const ThreadUse& threads) {
    if (!threads.makes_threads) return scenario.ranks;
    throw BadInput("--record", "a program with threads", "programs whose ranks have one thread");
}

}  // namespace

int run_program(const ProgramToRun& program, Scenario scenario, const ReportRun& report_run) {
    const std::string& file = program.command.front();
    require_possible(scenario);
    require_counters(program, file);
    scenario.windows.clear();
    add_host_line(scenario, "the ranks run in rmasim's own host; their messages are packets of the core");
    std::vector<NamedFile> inputs = program.inputs;
    inputs.push_back({"the program", file});
    refuse_overwriting(inputs, {{"--trace", program.trace.file}, {"--record", program.record}});
    const std::optional<OtherRecordings> others = record_with_other_ranks(program);
    if (!others) return expectation_failed;
    TraceOutput trace(program.trace, scenario, TraceOf::program);
    RunProgress progress;
    ClockOfPrograms clock;
    ThreadUse threads;
    bool hooked = false;
    const bool checks_memory = scenario.semantics != Semantics::off;
    hosting::HostSettings settings{.program = std::filesystem::absolute(file).string(),
                                   .arguments = {program.command.begin() + 1, program.command.end()},
                                   .ranks = scenario.ranks,
                                   .of_host = {"libmpi_abi"},
                                   .clock = &clock,
                                   .loaded = [&](const hosting::LoadedProgram& loaded) {
                                       threads = thread_use_of(loaded);
                                       take_functions_of_threads(loaded, threads);
                                       hooked = reserve_marks_of(loaded);
                                       if (!hooked || !checks_memory) return;
                                       if (threads.makes_threads) record_freed_memory(loaded);
                                   }};
    // Marks are by address, so each thread needs addresses of its own for its thread-local variables.
    if (checks_memory && has_symbol(file, hook_of_accesses)) settings.has_thread_pointers = true;
    std::optional<hosting::Host> host;
    try {
        host.emplace(std::move(settings));
    } catch (const BadInput&) {
        throw;
    } catch (const std::runtime_error& refusal) {
        complain_line("{}", refusal.what());
        return bad_input;
    }
    std::optional<Recorder> recorder;
    if (!program.record.empty()) recorder.emplace(recorded_ranks(scenario, threads));
    HostedCommunicators communicators(scenario.ranks, static_cast<Rank>(scenario.platform.ranks_per_node));
    HostedWorld::Options options = options_of(program, trace, progress);
    options.hooked = hooked;
    options.watch = hooked && checks_memory;
    if (hooked) options.exchanged = exchanged_variables(host->program());
    options.may_have_threads = threads.makes_threads;
    options.communicators = &communicators;
    TypeLabels labels(scenario);
    options.labels = &labels;
    options.by.pair = options.by.pair || recorder;
    options.listener = recorder ? &*recorder : nullptr;
    HostedWorld world(scenario, options, communicators, labels);
    if (recorder) recorder->records(world);
    LoadedFiles::original_of = original_of;
    ProgramOutput output(program.json);
    hosting::when_host_faults = report_fault;
    end_run_by_signals();
    world.execute(*host);
    progress.clear();
    output.end();
    const std::optional<int> own = program.alone ? report_alone(program, world) : std::nullopt;
    Recorder* const recorded = recorder ? &*recorder : nullptr;
    const int code = own ? *own : report(program, scenario, world, trace, report_run, recorded, *others);
    flush_output();
    remove_unfinished();
    ::_exit(code);  // the programs' files stay loaded: no destructor of theirs may run in this process
}

int print_functions() { become_component(exec_program); }

}  // namespace rmasim::sim
