// The commands of the program rmasim-explore, in a program that does not contain them: it becomes rmasim-explore.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/run/replay_command.h"
#include "sim/frontend/components/component.h"

namespace rmasim::sim {

int explore_command(const ExploreOptionsOfUser&) { become_component(explore_program); }
int fuzz_command(const FuzzOptions&) { become_component(explore_program); }
int replay_command(const Scenario&, const RunOptions&) { become_component(explore_program); }
int witnesses_command(const RunOptions&) { become_component(explore_program); }

}  // namespace rmasim::sim
