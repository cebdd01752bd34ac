// The commands of the program rmasim-explore, in a program that does not contain them: it becomes rmasim-explore, or
// runs it for witnesses.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/run/replay_command.h"
#include "sim/frontend/components/component.h"
#include "sim/frontend/library/witness_json.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

int explore_command(const ExploreOptionsOfUser&) { become_component(explore_program); }
int fuzz_command(const FuzzOptions&) { become_component(explore_program); }
int replay_command(const Scenario&, const RunOptions&) { become_component(explore_program); }
int witnesses_command(const RunOptions&) { become_component(explore_program); }

std::vector<semantics::Witness> find_witnesses(const Scenario& scenario) {
    if (!semantics::can_have_witness(scenario)) return {};
    try {
        const std::string output =
            output_of_component(explore_program, {std::string("--witnesses=") + std::to_string(scenario.group)});
        return output.empty() ? std::vector<semantics::Witness>() : witnesses_of(Json::parse(output));
    } catch (const ComponentMissing& missing) {
        complain_line("rmasim: {}; so no pair of executions with different values is searched", missing.what());
        return {};
    }
}

}  // namespace rmasim::sim
