#include "sim/cli/load.h"

#include "sim/input/read/parse.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace rmasim::sim {

namespace {

Json read_patch(const std::string& path) {
    try {
        return read_scenario_file(path);
    } catch (const BadInput& error) {
        throw BadInput("--patch " + (error.place == path ? path : path + ": " + error.place), error.found,
                       "a JSON Patch or Merge Patch");
    }
}

void apply_patch(Json& json, const std::string& path) {
    const Json patch = read_patch(path);
    if (patch.is_object()) {
        json.merge_patch(patch);
        return;
    }
    try {
        json = json.patch(patch);
    } catch (const Json::exception& error) {
        throw BadInput("--patch " + path, error.what(), "a JSON Patch (RFC 6902) that fits the scenario");
    }
}

}  // namespace

Scenario load_scenario(const std::string& file, const Changes& changes) {
    Json json = read_scenario_file(file);
    for (const std::string& patch : changes.patches) apply_patch(json, patch);
    for (const std::string& setting : changes.settings) apply_setting(json, setting);
    return parse_scenario(json, std::filesystem::path(file).parent_path().string());
}

}  // namespace rmasim::sim
