// rmasim validate FILE...: reads scenarios and reports errors.
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/cli/load.h"
#include "sim/frontend/cli/program_file.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"

namespace rmasim::sim {

int validate_command(const std::vector<std::string>& files) {
    int code = success;
    for (const std::string& file : files) {
        try {
            const GroupScenarios scenarios = load_groups(file);
            for (std::int64_t group = 1; group < scenarios.count(); ++group) scenarios.of(group);
            print_line("{}: ok", file);
        } catch (const ProgramFile& program) {
            parse_scenario(scenario_of_program(program.document), program.folder);
            print_line("{}: ok", file);
        } catch (const BadInput& error) {
            complain_about(file, error);
            code = bad_input;
        }
    }
    return code;
}

}  // namespace rmasim::sim
