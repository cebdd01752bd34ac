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
            load_scenario(file);
            print_line("{}: ok", file);
        } catch (const BadInput& error) {
            complain_about(file, error);
            code = bad_input;
        }
    }
    return code;
}

}  // namespace rmasim::sim
