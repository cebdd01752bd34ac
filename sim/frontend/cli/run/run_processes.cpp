// rmasim run FILE -j N of a scenario without groups: N processes on this machine share the run.
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/cli/run/begin_run.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/run/run_processes.h"
#include "sim/frontend/cli/run/run_progress.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/frontend/output/print.h"
#include "sim/machine/exchange/fork_exchange.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/partition/check_partition.h"
#include "sim/timed/stop_run.h"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace rmasim::sim {

namespace {

// The least number of packets in a slice of a process for which several processes are useful. With fewer packets, the
// exchange at the end of a slice takes longer than the simulation of the slice.
constexpr std::uint64_t min_packets_a_window = 100;

// The work of a process other than process 0. Internal errors are printed at once. Other errors are reported by the
// exit code to process 0, which prints them. Process 0 also ends the other processes.
[[noreturn]] void be_another_process(const RunOptions& options, const Scenario& scenario, Exchange& exchange) {
    std::set_new_handler([] { _exit(bad_input); });
    int code = internal_error;
    try {
        take_part(options, scenario, exchange, nullptr);
        code = success;
    } catch (const BadInput&) {
        code = bad_input;
    } catch (const std::bad_alloc&) {
        code = bad_input;
    } catch (const std::length_error&) {
        code = bad_input;
    } catch (const ExchangeFailed&) {
    } catch (const std::exception& error) {
        complain_line("rmasim: internal error: {}", error.what());
    }
    _exit(code);
}

// Ends the run after the premature exit of another process. Reports the reason, unless that process has reported it.
int end_with(const ForkExchange::ChildEnded& ended) {
    if (WIFEXITED(ended.status) && WEXITSTATUS(ended.status) == bad_input) end_out_of_memory();
    if (WIFSIGNALED(ended.status)) complain_line("rmasim: {}", ended.what());
    return internal_error;
}

void report(const SharedRun& run) {
    const auto& [windows, packets, busy_s, waited_s] = run.figures;
    const std::size_t processes = busy_s.size();
    const auto [min, max] = std::ranges::minmax(busy_s);
    complain_line(
        "rmasim: {} processes, each busy for {:.1f} to {:.1f} CPU s and waiting for {:.1f} to {:.1f} s, in {}",
        processes, min, max, std::ranges::min(waited_s), std::ranges::max(waited_s), counted(windows, "slice"));
    const std::uint64_t each = run.result.messages / windows / processes;
    if (each >= min_packets_a_window) return;
    complain_line("rmasim: {} per slice and process: -j 1 is faster", counted(each, "packet"));
}

}  // namespace

void require_partitionable(const RunOptions& options, const Scenario& scenario, int processes) {
    require_partitionable(scenario, {.processes = processes, .checked = options.check_invariants});
}

std::optional<SharedRun> take_part(const RunOptions& options, const Scenario& scenario, Exchange& exchange,
                                   RunOutputs* outputs) {
    const Compared compared = expectations_hold(options) ? Compared::all : Compared::loads;
    RunProgress progress(0, expected_packets(options, scenario), exchange.processes());
    note_interrupts();
    const auto look = [&](const TimedRun& run) {
        if (outputs != nullptr) progress.at(run);
        if (interrupted()) throw RunInterrupted();
    };
    std::optional<SharedTrace> trace;
    if (!options.trace.file.empty()) {
        trace.emplace(scenario, trace_head(scenario), trace_selection(options.trace, scenario),
                      outputs == nullptr ? nullptr : outputs->trace());
    }
    std::optional<SharedRun> run = run_shared(scenario, exchange, breakdowns_of(options), compared,
                                              {.trace = trace ? &*trace : nullptr,
                                               .contents = !options.memory.empty(),
                                               .to = outputs == nullptr ? nullptr : outputs->memory(),
                                               .look = look});
    progress.clear();
    return run;
}

int report_shared(const RunOptions& options, const Scenario& scenario, RunOutputs& outputs,
                  const std::optional<SharedRun>& run, std::chrono::steady_clock::time_point began) {
    if (!run) {
        outputs.begin_again();
        return run_alone(options, scenario, outputs, began, EventOrder::in_time);
    }
    if (run->result.outcome == Outcome::interrupted) {
        return report_interrupted(options, scenario, run->result, run->ranks_finished, began);
    }
    outputs.end();
    const int code = report_run(options, scenario, run->result, run->moved, began);
    report(*run);
    return code;
}

namespace {

// The other processes inherit the handlers, so an interrupt of all of them never ends one alone.
std::unique_ptr<ForkExchange> start(int processes) {
    note_interrupts();
    try {
        return ForkExchange::start(processes);
    } catch (const std::system_error& error) {
        throw BadInput("--jobs", fmt::format("{} ({})", processes, error.what()),
                       "fewer processes, as many as the system can still create; or one, -j 1");
    }
}

}  // namespace

int run_on_processes(const RunOptions& options, const Scenario& scenario, std::chrono::steady_clock::time_point began) {
    const int processes = options.distribute.processes();
    require_partitionable(options, scenario, processes);
    RunOutputs outputs(options, scenario, false);
    begin_run(fmt::format("a run of {} on {} processes", size_of(scenario), processes), scenario, processes);
    std::optional<SharedRun> run;
    try {
        const std::unique_ptr<ForkExchange> exchange = start(processes);
        if (exchange->number() != 0) be_another_process(options, scenario, *exchange);
        run = take_part(options, scenario, *exchange, &outputs);
    } catch (const ForkExchange::ChildEnded& ended) {
        return end_with(ended);
    }
    return report_shared(options, scenario, outputs, run, began);
}

}  // namespace rmasim::sim
