#include "sim/mpi/program_run.h"

#include "sim/frontend/cli/input/program_file.h"
#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/selected_findings.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"

#include <string>

namespace rmasim::sim {

Scenario scenario_for(const ProgramToRun& program) {
    Scenario scenario = parse_scenario(scenario_of_program(program.settings), program.folder);
    scenario.variant = program.variant;
    choose_model(scenario, program.semantics);
    if (program.seed) scenario.seed = *program.seed;
    return scenario;
}

void add_host_line(Scenario& scenario, const std::string& line) {
    if (!scenario.about.empty()) scenario.about += "\n  ";
    scenario.about += line;
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

void require_counters(const ProgramToRun& program, const std::string& file) {
    if (program.computation.kind() != Computation::Kind::counted || has_symbol(file, counter_of_instructions)) return;
    throw BadInput("--compute", "a program that does not count its instructions",
                   "a program that `rmasim cc --count` has built");
}

void select_findings(const ProgramToRun& program, const ProgramWorld& world, RunResult& result) {
    semantics::Report& found = *result.semantics;
    found.loads_and_stores = world.watches_accesses() ? semantics::Seen::where_watched : semantics::Seen::none;
    semantics::select(found, program.suppressions, program.max_findings);
    const bool others = !result.stuck.empty() || !result.cause.empty();
    if (result.outcome == Outcome::erroneous && found.count == 0 && !others) result.outcome = Outcome::finished;
}

}  // namespace rmasim::sim
