// This file replaces sim/untimed, the commands that use sim/untimed, and the code for runs in several processes. The
// file is part of the first program (whole_program.h) and of rmasim_mpi, the program that runs MPI programs.
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/replay_command.h"
#include "sim/frontend/cli/run.h"
#include "sim/scenario/model/whole_program.h"
#include "sim/untimed/explore/witness.h"

namespace rmasim::sim {

int explore_command(const ExploreOptionsOfUser&) { throw WholeProgramNeeded(); }
int fuzz_command(const FuzzOptions&) { throw WholeProgramNeeded(); }
int run_shards(const RunOptions&) { throw WholeProgramNeeded(); }
int run_assembly(const RunOptions&) { throw WholeProgramNeeded(); }
int run_on_processes(const RunOptions&, const Scenario&, std::chrono::steady_clock::time_point) {
    throw WholeProgramNeeded();
}
int run_under_mpi(const RunOptions&, MpiLibrary, std::chrono::steady_clock::time_point) { throw WholeProgramNeeded(); }
int replay_command(const Scenario&, const RunOptions&) { throw WholeProgramNeeded(); }
std::vector<semantics::Witness> find_witnesses(const Scenario&) { throw WholeProgramNeeded(); }

}  // namespace rmasim::sim
