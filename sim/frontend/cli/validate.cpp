// rmasim validate FILE...: reads scenarios and reports their errors.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/input/load.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"

#include <utility>

namespace rmasim::sim {

namespace {

void read_all(const std::string& file, const Changes& changes) {
    Document document = load_document(file, changes);
    if (names_program(document.json)) {
        const ProgramFile program(std::move(document.json), document.folder);
        parse_scenario(scenario_of_program(program.document), program.folder);
        return;
    }
    const GroupScenarios scenarios = groups_of(std::move(document), changes.variant);
    for (std::int64_t group = 1; group < scenarios.count(); ++group) scenarios.of(group);
}

void validate(const std::string& file, const std::string& variant) {
    const Changes changes{.patches = {}, .settings = {}, .variant = variant};
    try {
        read_all(file, changes);
    } catch (BadInput& error) {
        locate(error, file, changes);
        throw;
    }
}

}  // namespace

int validate_command(const std::vector<std::string>& files) {
    int code = success;
    for (const std::string& file : files) {
        try {
            validate(file, "");
            for (const std::string& variant : variants_in(file)) validate(file, variant);
            print_line("{}: ok", file);
        } catch (const BadInput& error) {
            complain_about(file, error);
            code = bad_input;
        }
    }
    return code;
}

}  // namespace rmasim::sim
