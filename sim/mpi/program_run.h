// A run of an MPI program, which `exec` and files with a program make.
#pragma once

#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/output/same_file.h"
#include "sim/mpi/computation.h"
#include "sim/mpi/program_world.h"
#include "sim/mpi/selected_findings.h"
#include "sim/scenario/json/json.h"
#include "sim/timed/counts/breakdown.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

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
    std::string record{};             // a file for the scenario of the program's calls; empty for none
    std::vector<std::int64_t> record_also{};  // other numbers of ranks with which the program is recorded, too
    int recording_to = -1;                    // a pipe for the recording instead of the file; -1: none
    bool alone = false;               // the program was started by itself: its exit code is the process's
};

// Prints the result of the run and returns the exit code.
using ReportRun = std::function<int(const Scenario&, const ProgramWorld&, const RunResult&)>;

// Returns the scenario of the run, without windows and programs. Raises BadInput.
Scenario scenario_for(const ProgramToRun& program);
// Adds a line to the head of the report: the host of the ranks.
void add_host_line(Scenario& scenario, const std::string& line);
// Raises BadInput if the scenario has settings that are only for scenarios with programs of their own.
void require_possible(const Scenario& scenario);
// Raises BadInput if computation takes time by the number of instructions, and the program does not count them.
void require_counters(const ProgramToRun& program, const std::string& file);
// Selects the findings that the report shows.
void select_findings(const ProgramToRun& program, const ProgramWorld& world, RunResult& result);

// Runs the program, reports the result and returns the exit code, or ends the process with it. `scenario` is that of
// scenario_for(). Each executable that runs programs has one definition.
int run_program(const ProgramToRun& program, Scenario scenario, const ReportRun& report);
// Explores all orders of the program, reports the result, and ends the process, or returns the exit code. Raises
// BadInput in an executable that cannot explore. Each executable that runs programs has one definition.
int explore_orders(const ExecOptions& options, const ProgramToRun& program);
// Does the same for the order in the file `options.schedule`.
int replay_order(const ExecOptions& options, const ProgramToRun& program);
// Prints the page of the functions of one-sided communication, and returns the exit code.
int print_functions();

}  // namespace rmasim::sim
