// Stands in for all families but the default one, for sim/untimed, for the commands that use it, and for work that is
// spread over processes, in the program that ./rmasim builds first.
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/replay_command.h"
#include "sim/frontend/cli/run.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/whole_program.h"
#include "sim/untimed/explore/witness.h"

#include <array>

namespace rmasim::sim {

const Family& newrma_family();

std::span<const Family* const> families() {
    static const std::array the_default{&newrma_family()};
    return the_default;
}

void need_whole_program() { throw WholeProgramNeeded(); }
int explore_command(const ExploreOptionsOfUser&) { throw WholeProgramNeeded(); }
int fuzz_command(const FuzzOptions&) { throw WholeProgramNeeded(); }
int run_pieces(const RunOptions&) { throw WholeProgramNeeded(); }
int run_assembly(const RunOptions&) { throw WholeProgramNeeded(); }
int replay_command(const Scenario&, const RunOptions&) { throw WholeProgramNeeded(); }
std::vector<semantics::Witness> find_witnesses(const Scenario&) { throw WholeProgramNeeded(); }

}  // namespace rmasim::sim
