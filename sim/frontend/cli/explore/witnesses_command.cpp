// rmasim run FILE --witnesses GROUP: prints the witnesses of a scenario, for the program that runs it.
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/run/replay_command.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/library/witness_json.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/witness.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

int witnesses_command(const RunOptions& options) {
    const GroupScenarios scenarios = scenarios_to_run(options);
    print(witnesses_json(find_witnesses(scenarios.of(*options.witnesses_of))).dump());
    return success;
}

}  // namespace rmasim::sim
