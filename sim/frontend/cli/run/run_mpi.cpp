// mpirun -n N rmasim run FILE: N processes share the run. They may be on one machine or on several. Process 0 reads the
// files and sends their text to the other processes. Only process 0 prints results and errors.
#include "sim/frontend/cli/input/temporary_text.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/cli/run/begin_run.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/run/run_processes.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/scenario/json/errors.h"

#include <fmt/core.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <list>
#include <new>
#include <optional>

namespace rmasim::sim {

namespace {

constexpr unsigned others_wait_us = 500'000;

// The text of a file. Empty if the file cannot be read. Process 0 reports this error when it reads the scenario.
std::string text_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// The files of the scenario. Process 0 sends them to the other processes, because the machines of the others may not
// have the files.
class SentFiles {
public:
    SentFiles(RunOptions& options, MpiExchange& exchange) {
        take(options.file, exchange);
        for (std::string& patch : options.changes.patches) take(patch, exchange);
    }

private:
    void take(std::string& file, MpiExchange& exchange) {
        const std::string text = exchange.from_first(exchange.number() == 0 ? text_of(file) : "");
        if (exchange.number() != 0) file = texts_.emplace_back(text).path();
    }
    std::list<TemporaryText> texts_;
};

// Ends all processes after an error. The first process that detects the error calls the function first. If several
// processes detect the same error, process 0 should report it. The other processes therefore wait before they report.
[[noreturn]] void end_all(MpiExchange& exchange, const std::string& why, ExitCode code) {
    if (exchange.number() != 0) ::usleep(others_wait_us);
    complain_line("{}", why);
    flush_output();
    remove_unfinished();
    exchange.abort(code);
    // This call is never reached, because `abort` does not return. The compiler requires the call, because a virtual
    // function cannot be declared as not returning.
    _exit(code);
}

MpiExchange* exchange_to_abort = nullptr;  // The handler of exhausted memory uses this pointer.

// Simulates this process's partition. Returns nullopt if the run does not end as expected, or if this process is not
// process 0.
std::optional<SharedRun> take_part_or_end_all(const RunOptions& options, const Scenario& scenario,
                                              MpiExchange& exchange, RunOutputs* outputs) {
    exchange_to_abort = &exchange;
    std::set_new_handler([] {
        end_all(*exchange_to_abort,
                "rmasim: out of memory: the run does not fit into the memory of "
                "each machine",
                bad_input);
    });
    try {
        std::optional<SharedRun> run = take_part(options, scenario, exchange, outputs);
        end_when_memory_runs_out();
        return run;
    } catch (const BadInput& error) {
        end_all(exchange, fmt::format("{}: {}", options.file, error.what()), bad_input);
    } catch (const std::exception& error) {
        end_all(exchange, fmt::format("rmasim: internal error: {}", error.what()), internal_error);
    }
}

Scenario scenario_of(const RunOptions& options, const MpiExchange& exchange) {
    GroupScenarios scenarios = scenarios_to_run(options);
    if (scenarios.count() > 1) {
        throw BadInput("groups", fmt::format("{} under mpirun", scenarios.count()),
                       "1 under mpirun, or --jobs without mpirun, which distributes groups");
    }
    Scenario scenario = std::move(scenarios).take_first();
    if (!scenario.schedule.empty() || !options.schedule.empty()) {
        throw BadInput("schedule", "a schedule under mpirun", "no schedule, because one process replays a schedule");
    }
    require_partitionable(options, scenario, exchange.processes());
    return scenario;
}

// The message that process 0 sends to the other processes when its output files exist. Only process 0 writes files.
constexpr const char* ready = "ready";

void make_files(std::optional<RunOutputs>& outputs, const RunOptions& options, const Scenario& scenario,
                MpiExchange& exchange) {
    try {
        outputs.emplace(options, scenario, false);
    } catch (const BadInput&) {
        exchange.from_first("not ready");
        throw;
    }
    exchange.from_first(ready);
}

// The work of a process other than process 0. Process 0 reports the errors of the input.
int be_another_process(const RunOptions& options, MpiExchange& exchange) {
    try {
        const Scenario scenario = scenario_of(options, exchange);
        if (exchange.from_first("") != ready) return success;
        begin_run("a run on several machines", scenario, exchange.on_this_machine());
        take_part_or_end_all(options, scenario, exchange, nullptr);
    } catch (const BadInput&) {
    }
    return success;
}

}  // namespace

int run_under_mpi(const RunOptions& given, MpiLibrary library, std::chrono::steady_clock::time_point began) {
    if (!given.distribute.jobs.empty()) throw BadInput("--jobs", given.distribute.jobs, "no --jobs under mpirun");
    std::unique_ptr<MpiExchange> exchange = make_mpi_exchange(library);
    RunOptions options = given;
    const SentFiles files(options, *exchange);
    if (exchange->number() != 0) return be_another_process(options, *exchange);
    const Scenario scenario = scenario_of(options, *exchange);
    std::optional<RunOutputs> outputs;
    make_files(outputs, options, scenario, *exchange);
    begin_run(fmt::format("a run of {} on {} processes", size_of(scenario), exchange->processes()), scenario,
              exchange->on_this_machine());
    const std::optional<SharedRun> run = take_part_or_end_all(options, scenario, *exchange, &*outputs);
    exchange.reset();  // The other processes have finished.
    return report_shared(options, scenario, *outputs, run, began);
}

}  // namespace rmasim::sim
