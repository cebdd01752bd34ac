#include "sim/cli/load.h"

#include "sim/scenario/parse.h"

#include <filesystem>

namespace rmasim::sim {

Scenario load_scenario(const std::string& file, const std::vector<std::string>& settings) {
    Json json = read_scenario_file(file);
    for (const std::string& setting : settings) apply_setting(json, setting);
    return parse_scenario(json, std::filesystem::path(file).parent_path().string());
}

}  // namespace rmasim::sim
