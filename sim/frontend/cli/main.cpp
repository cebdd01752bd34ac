// The main program. It parses the arguments, runs a command, and reports errors as lines on standard error.
#include "sim/checkers/trace/trace_selection.h"
#include "sim/frontend/cli/arguments/chosen_command.h"
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/arguments/python_subcommands.h"
#include "sim/frontend/cli/arguments/unknown_words.h"
#include "sim/frontend/cli/arguments/validators.h"
#include "sim/frontend/cli/compilers.h"
#include "sim/frontend/cli/input/shell_command.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/frontend/cli/version.h"
#include "sim/frontend/output/output_failed.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/network_presets.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace rmasim::sim;

// Adds a subcommand for one scenario, with the options that all such subcommands have.
template <class Options>
CLI::App* add_scenario_subcommand(CLI::App& app, const char* name, const char* about, Options& options) {
    CLI::App* const subcommand = app.add_subcommand(name, about);
    subcommand->add_option("FILE", options.file, "the scenario")->required();
    subcommand->add_option("--variant", options.changes.variant,
                           "a variant of the scenario (default: the file as it is)");
    subcommand
        ->add_option("--patch", options.changes.patches,
                     "a file with changes, a JSON Patch or Merge Patch; disables checking of expectations")
        ->allow_extra_args(false);
    subcommand
        ->add_option("--set", options.changes.settings,
                     "change a setting, e.g. protocol.slots=4; disables checking of expectations")
        ->allow_extra_args(false);
    subcommand->add_option("--format", options.format, "text, or json: one object on standard output")
        ->check(one_of_these({"text", "json"}));
    return subcommand;
}

template <class Options>
void add_explain(CLI::App& subcommand, Options& options) {
    subcommand.add_flag("--explain", options.explain, "add a line for each figure of the text, which explains it");
}

template <class Options>
void add_semantics(CLI::App& subcommand, Options& options) {
    subcommand
        .add_option("--semantics", options.semantics,
                    "check programs against MPI's memory model, separate (MPI-2) or unified (MPI-3); exit code 4 for "
                    "erroneous pairs of accesses")
        ->check(one_of_these({"separate", "unified", "off"}));
    subcommand
        .add_option("--propagation", options.propagation,
                    "when an update of one copy of a window reaches the other, with --semantics separate: eager, lazy, "
                    "or seeded (run chooses by the seed, explore explores both)")
        ->check(one_of_these({"eager", "lazy", "seeded"}));
}

// Adds the options of distributed work. The subcommand `sweep` has the same options. If they are used, the Python
// package runs the subcommand.
void add_distribute(CLI::App& subcommand, DistributeOptions& options) {
    subcommand.add_option("--dask", options.dask, "on the workers of this Dask scheduler, tcp://HOST:8786");
    subcommand
        .add_option("--dask-wait-s", options.dask_wait_s,
                    "seconds to wait for the scheduler's answer, and for a worker if the scheduler has none (30)")
        ->check(whole_number(1, max_seed));
    subcommand.add_option("--parts", options.parts,
                          "a folder for partial results, from which an interrupted subcommand continues");
    subcommand.add_option("--shard", options.shard,
                          "K/N, with --parts: execute only shard K of N; without --shard, combine all partial results");
}

// Adds hidden options. Only the Python package uses them.
void add_roles(CLI::App& subcommand, Role& role) {
    subcommand.add_flag_callback("--pieces", [&role] { end_with_parent(), role = Role::shards; })->group("");
    subcommand.add_flag_callback("--assemble", [&role] { role = Role::assembly; })->group("");
}

// Adds the last options and the callback of a subcommand for one scenario whose work can be distributed. `jobs` is the
// help text of --jobs. If `by_itself` is true and --jobs is the only option of distributed work, the subcommand creates
// the processes itself. Otherwise the Python package does.
template <class Options>
void let_it_spread(CLI::App& subcommand, Options& options, int (*command)(const Options&), Chosen& chosen,
                   const char* jobs, bool by_itself) {
    subcommand.add_option("--jobs,-j", options.distribute.jobs, jobs)->check(whole_number(1, 1024));
    add_distribute(subcommand, options.distribute);
    add_roles(subcommand, options.role);
    subcommand.add_option("--piece", options.shard_size)->check(whole_number(1, max_seed))->group("");
    subcommand.callback([&options, &chosen, command, by_itself] {
        const auto carry_out = [&options, command, by_itself] {
            const DistributeOptions& spread = options.distribute;
            return (by_itself ? spread.any_but_jobs() : spread.any()) ? become_python() : command(options);
        };
        chosen = {carry_out, options.file, &options.changes};
    });
}

void add_trace(CLI::App& run, TraceOptions& options, const char* about) {
    std::vector<std::string> kinds;
    for (const auto& [name, kind] : trace_kinds) kinds.emplace_back(name);
    CLI::Option* const trace = run.add_option("--trace", options.file, about);
    run.add_option("--trace-ranks", options.ranks,
                   "only these ranks in the trace: 0-7,12, or a condition such as 'rank < 8'")
        ->needs(trace);
    run.add_option("--trace-time", options.time,
                   "only events in this interval of virtual time: 10us-20us, 10us- or -2ms")
        ->needs(trace);
    run.add_option("--trace-kinds", options.kinds, "only events of these kinds, separated by commas")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of_these(kinds))
        ->needs(trace);
    run.add_option("--trace-limit-mb", options.limit_mb, "maximum size of the trace in MB; 0: no limit")
        ->check(whole_number(0, 1'000'000'000))
        ->capture_default_str()
        ->needs(trace);
}

void add_run(CLI::App& app, RunOptions& options, Chosen& chosen) {
    CLI::App* const run = add_scenario_subcommand(app, "run", "simulate one scenario", options);
    run->add_option("--seed", options.seed, "the seed of all random choices; disables checking of expectations")
        ->check(whole_number(0, max_seed));
    run->add_option("--schedule", options.schedule, "replay the steps in the order of this file, without virtual time");
    run->add_flag("--check-invariants", options.check_invariants,
                  "check every invariant of the protocol; exit code 5 for a violation");
    add_semantics(*run, options);
    run->add_option("--breakdown", options.breakdown,
                    "rank: add messages, bytes and times by cause of each rank to the result; pair: add messages by "
                    "kind and bytes of each pair of ranks; rank,pair: add both")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of_these({"rank", "pair"}));
    add_explain(*run, options);
    add_trace(*run, options.trace, "write a Chrome/Perfetto trace (JSON); in a replay, each step takes a microsecond");
    run->add_option("--memory", options.memory, "write the windows' final bytes: window by window, rank by rank");
    run->add_option("--group", options.group,
                    "run only the group with this number (from 0); disables checking of expectations")
        ->check(whole_number(0, max_seed));
    run->add_option("--witnesses", options.witnesses_of)->group("");
    let_it_spread(*run, options, run_command, chosen,
                  "the number of processes that share the ranks on this machine; any number gives the same result",
                  true);
}

// Adds the options of `exec` that execute many orders of a program.
void add_orders(CLI::App& exec, ExecOptions& options) {
    exec.add_flag("--explore{calm}", options.explore,
                   "execute all orders in which packets arrive and calls begin, and print no output of the program; "
                   "for programs of cc and c++ without threads. Barriers, MPI_Win_create and MPI_Win_free have no "
                   "packets; with --explore=packets they do")
        ->check(one_of_these({"calm", "packets"}));
    exec.add_option("--limit", options.limit, "maximum number of executions of --explore; 0: no limit")
        ->check(whole_number(0, max_seed))
        ->capture_default_str();
    exec.add_option("--swarm", options.swarm,
                     "execute this number of random orders instead of all; --seed chooses them")
        ->check(whole_number(1, max_seed));
    exec.add_option("--time", options.time, "time limit of --explore or --swarm: 90 (seconds), 90s, 10m or 2h")
        ->check(time_limit());
    exec.add_flag("--first", options.first, "stop --explore or --swarm at the first failing execution");
    exec.add_option("--out", options.out, "a folder for the schedules of the failures of --explore or --swarm");
    exec.add_option("--schedule", options.schedule, "replay an order that --out has written");
}

// Adds the options of `exec` that write a scenario.
void add_recording(CLI::App& exec, ExecOptions& options) {
    exec.add_option("--record", options.record,
                     "write the scenario of the program's calls, if a run of it has the same packets and digest");
    exec.add_option("--record-also", options.record_also,
                     "with --record: record the program with this number of ranks, too; may be repeated")
        ->allow_extra_args(false)
        ->check(whole_number(1, max_ranks_of_programs));
}

void add_exec(CLI::App& app, ExecOptions& options, Chosen& chosen) {
    CLI::App* const exec =
        app.add_subcommand("exec", "run an MPI program that rmasim cc, c++ or fc built; simulate its one-sided calls");
    exec->add_option("-n", options.ranks, "the number of ranks")->check(whole_number(1, max_ranks_of_programs));
    exec->add_option("--family", options.family, "the protocol family")->check(one_of_these(family_names()));
    exec->add_option("--patch", options.changes.patches, "a file with settings, a JSON Patch or Merge Patch")
        ->allow_extra_args(false);
    exec->add_option("--set", options.changes.settings, "a setting, e.g. protocol.slots=4")->allow_extra_args(false);
    exec->add_option("--seed", options.seed, "the seed of all random choices")->check(whole_number(0, max_seed));
    exec->add_option("--format", options.format,
                     "text, or json: one object on standard output; the program's output goes to standard error")
        ->check(one_of_these({"text", "json"}));
    exec->add_option("--breakdown", options.breakdown,
                     "rank, pair or rank,pair: add figures to the result, as described in run --help")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of_these({"rank", "pair"}));
    exec->add_flag(
        "--functions", options.functions,
        "print the functions of MPI 3.1, chapter 11, and the part of rmasim that executes them; run nothing");
    exec->add_flag("--check-invariants", options.check_invariants,
                   "check every invariant of the protocol; exit code 5 for a violation");
    exec->add_option(
            "--semantics", options.semantics,
            "check the program's calls against MPI's memory model, separate (MPI-2) or unified (MPI-3), and its own "
            "loads and stores if it was built by cc --watch; exit code 4 for erroneous pairs of accesses")
        ->check(one_of_these({"separate", "unified", "off"}));
    exec->add_option("--semantics-limit", options.semantics_limit, "report at most this number of pairs")
        ->check(whole_number(1, 10'000))
        ->capture_default_str();
    exec->add_option("--suppress", options.suppress,
                     "a file with lines such as file:halo.c or function:fill: do not report pairs with an access in "
                     "this file or function");
    exec->add_option("--compute", options.compute,
                     "the time of the program's own computation: none; measured, on this machine (not reproducible); "
                     "or instructions per second, e.g. 3.5e9, if it was built by cc --count");
    exec->add_option("--speed", options.speed, "the speed relative to this machine, with --compute measured")
        ->check(CLI::PositiveNumber);
    add_orders(*exec, options);
    add_recording(*exec, options);
    exec->add_flag("--alone", options.alone)->group("");  // a program that was started by itself uses it
    add_explain(*exec, options);
    add_trace(*exec, options.trace, "write a Chrome/Perfetto trace (JSON), which report shows");
    exec->prefix_command();
    exec->formatter(std::make_shared<UsageWithProgram>());
    exec->footer("PROGRAM [ARGUMENTS...] follow the options.");
    exec->callback([exec, &options, &chosen] {
        options.command = exec->remaining();
        if (!options.command.empty()) refuse_unknown_option(*exec, options.command.front());
        if (options.command.empty() && !options.functions) throw CLI::RequiredError("PROGRAM");
        chosen = {[&options] { return exec_command(options); }, options.functions ? "" : options.command.front()};
    });
}

// Adds the subcommands that compile programs for `exec`.
void add_compilers(CLI::App& app, char** argv, Chosen& chosen) {
    for (const Compiler& compiler : compilers) {
        CLI::App* const added = app.add_subcommand(compiler.subcommand, compiler.about);
        added->prefix_command()->set_help_flag();
        added->callback([&chosen, argv, &compiler] {
            chosen = {[argv, &compiler] { return become_compiler(compiler, argv); }, "rmasim"};
        });
    }
}

void add_explore(CLI::App& app, ExploreOptionsOfUser& options, Chosen& chosen) {
    CLI::App* const explore = add_scenario_subcommand(
        app, "explore",
        "explore every interleaving of a small scenario: all orders in which packets arrive and calls begin", options);
    add_semantics(*explore, options);
    explore->add_option("--limit", options.limit, "maximum number of executions; 0: no limit")
        ->check(whole_number(0, max_seed))
        ->capture_default_str();
    explore
        ->add_option("--time", options.time,
                     "time limit: 90 (seconds), 90s, 10m or 2h; the result then says that the search is incomplete")
        ->check(time_limit());
    explore->add_option("--progress-s", options.progress_s)->check(whole_number(1, max_seed))->group("");
    explore
        ->add_option("--reduction", options.reduction,
                     "dynamic (default): one order of each class of equivalent orders; none: all orders")
        ->check(one_of_these({"dynamic", "none"}));
    explore->add_flag("--first", options.first, "stop at the first failing execution");
    explore->add_flag("--calm", options.calm,
                      "barriers, WIN_CREATE and WIN_FREE have no packets; each failure is then repeated with them");
    add_explain(*explore, options);
    explore->add_option(
        "--out", options.out,
        "a folder for the schedules of the failures, failing, failing-2 and so on, and for a list of all orders that "
        "--orders can write (default: none is written)");
    explore
        ->add_option("--orders", options.orders,
                     "with --out: write these orders, too: fewest-messages, most-messages, end-1 and so on for the end "
                     "states, or all")
        ->delimiter(',');
    let_it_spread(*explore, options, explore_command, chosen,
                  "the number of processes; the result does not depend on this number", false);
}

void add_fuzz(CLI::App& app, FuzzOptions& options, Chosen& chosen) {
    CLI::App* const fuzz = app.add_subcommand(
        "fuzz", "run random programs with random settings and faults, and compare them with a sequential model");
    fuzz->add_option("--seed", options.seed, "the seed of the first run; each further run has the next seed")
        ->check(whole_number(0, max_seed))
        ->capture_default_str();
    fuzz->add_option("--runs", options.runs, "the number of runs")
        ->check(whole_number(1, max_seed))
        ->capture_default_str();
    fuzz->add_option("--jobs,-j", options.jobs, "the number of runs in parallel; results do not depend on this number")
        ->check(whole_number(1, 1024))
        ->capture_default_str();
    options.family = family_names().front();
    fuzz->add_option("--family", options.family, "the protocol family of the programs")
        ->check(one_of_these(family_names()))
        ->capture_default_str();
    add_semantics(*fuzz, options);
    fuzz->add_option("--out", options.out, "a folder for the scenario of a finding")->capture_default_str();
    fuzz->add_flag("--verbose", options.verbose, "print a line per run even for more than 1000 runs");
    add_distribute(*fuzz, options.distribute);
    add_roles(*fuzz, options.role);
    fuzz->add_option("--piece", options.shard_size)->group("");
    fuzz->callback([&] {
        const auto subcommand = [&options] {
            return options.distribute.any() ? become_python() : fuzz_command(options);
        };
        chosen = {subcommand, "fuzz"};
    });
}

void add_validate(CLI::App& app, std::vector<std::string>& files, Chosen& chosen) {
    CLI::App* const validate = app.add_subcommand("validate", "check scenarios for errors without running them");
    validate->add_option("FILE", files, "scenarios")->required();
    validate->callback([&] { chosen = {[&files] { return validate_command(files); }, ""}; });
}

void add_families(CLI::App& app, FamiliesOptions& options, Chosen& chosen) {
    CLI::App* const subcommand = app.add_subcommand(
        "families", "show the protocol families: their calls, settings and packets, and why packets are sent");
    subcommand->add_option("NAME", options.names, "families (default: all)")->check(one_of_these(family_names()));
    subcommand->add_option("--format", options.format, "text, or json: one object on standard output")
        ->check(one_of_these({"text", "json"}));
    subcommand->callback([&] { chosen = {[&options] { return families_command(options); }, "families"}; });
}

void add_platforms(CLI::App& app, PlatformsOptions& options, Chosen& chosen) {
    std::vector<std::string> known;
    for (const auto& [name, preset] : network_presets()) known.emplace_back(name);
    CLI::App* const subcommand = app.add_subcommand(
        "platforms", "show the network presets for platform.preset: published parameters, with their sources");
    subcommand->add_option("NAME", options.names, "presets (default: all)")->check(one_of_these(known));
    subcommand->add_option("--format", options.format, "text, or json: one object on standard output")
        ->check(one_of_these({"text", "json"}));
    subcommand->callback([&] { chosen = {[&options] { return platforms_command(options); }, "platforms"}; });
}

// Adds the subcommands that are written in Python. All arguments after the subcommand are passed to Python unchanged.
void add_python_subcommands(CLI::App& app, Chosen& chosen) {
    for (const PythonSubcommand& subcommand : python_subcommands) {
        CLI::App* const added = app.add_subcommand(subcommand.name, subcommand.about);
        added->prefix_command()->set_help_flag();
        if (*subcommand.about == '\0') added->group("");
        added->callback([&chosen] { chosen = {[] { return become_python(); }, "rmasim"}; });
    }
}

int parse_and_carry_out(int argc, char** argv) {
    CLI::App app("rmasim: a deterministic simulator of MPI one-sided communication", "rmasim");
    app.set_version_flag("--version", version_text);
    app.require_subcommand(1);

    Chosen chosen;
    RunOptions run;
    add_run(app, run, chosen);
    ExecOptions exec;
    add_exec(app, exec, chosen);
    add_compilers(app, argv, chosen);
    ExploreOptionsOfUser explore;
    add_explore(app, explore, chosen);
    FuzzOptions fuzz;
    add_fuzz(app, fuzz, chosen);
    std::vector<std::string> files;
    add_validate(app, files, chosen);
    FamiliesOptions of_families;
    add_families(app, of_families, chosen);
    PlatformsOptions of_platforms;
    add_platforms(app, of_platforms, chosen);
    add_python_subcommands(app, chosen);

    try {
        refuse_unknown_subcommand(app, argc, argv);
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::ostringstream said, complained;
        const int code = app.exit(error, said, complained);
        print(said.str());
        complain(printable_lines(complained.str()));
        return code == 0 ? success : bad_input;
    }
    return carry_out(chosen);
}

}  // namespace

int main(int argc, char** argv) {
    open_closed_streams();
    remove_unfinished_on_signals();
    end_when_memory_runs_out();
    if (argc > 0) note_command(argv[0]);
    try {
        const int code = parse_and_carry_out(argc, argv);
        flush_output();
        return code;
    } catch (const OutputFailed& error) {
        if (error.reader_has_closed) end_by_signal(SIGPIPE);
        complain_line("rmasim: {}", error.what());
        return internal_error;
    }
}
