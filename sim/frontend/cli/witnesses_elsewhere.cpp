// The search for witnesses, in a program that cannot explore scenarios: it runs rmasim-explore.
#include "sim/frontend/components/component.h"
#include "sim/frontend/library/witness_json.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

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
