// rmasim validate FILE...: reads scenarios and reports errors.
#include "sim/cli/commands.h"
#include "sim/cli/exit_code.h"
#include "sim/cli/load.h"
#include "sim/input/json/errors.h"
#include "sim/output/print.h"

namespace rmasim::sim {

int validate_command(const std::vector<std::string>& files) {
    int code = success;
    for (const std::string& file : files) {
        try {
            const GroupScenarios scenarios = load_groups(file);
            for (std::int64_t group = 1; group < scenarios.count(); ++group) scenarios.of(group);
            print_line("{}: ok", file);
        } catch (const BadInput& error) {
            complain_about(file, error);
            code = bad_input;
        }
    }
    return code;
}

}  // namespace rmasim::sim
