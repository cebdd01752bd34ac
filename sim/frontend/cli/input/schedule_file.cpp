#include "sim/frontend/cli/input/schedule_file.h"

#include "sim/frontend/output/output_file.h"
#include "sim/scenario/read/parse.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

std::vector<std::string> read_schedule(const std::string& path) {
    try {
        return parse_schedule_file(read_scenario_file(path));
    } catch (const BadInput& error) {
        if (error.location == path) throw;
        throw BadInput(path + ": " + error.location, error.found, error.allowed);
    }
}

void write_schedule(const std::string& option, const std::string& path, const std::string& scenario,
                    const std::string& what, const std::vector<std::string>& steps) {
    const Json json{{"scenario", scenario}, {"what", what}, {"schedule", steps}};
    const std::string text = json.dump(2) + '\n';
    write_whole(option, path, text);
}

}  // namespace rmasim::sim
