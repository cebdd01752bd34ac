// Names of the tests' scenario files and their variants: "lock/put.json", "lock/put.json:apart".
#pragma once

#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim {

// A name of a scenario in two parts: the file "lock/put.json" and the variant "apart". The variant is empty if the name
// has only a file.
struct ScenarioName {
    std::string file, variant;

    explicit ScenarioName(const std::string& name) : file(name) {
        constexpr std::string_view end = ".json";
        const std::size_t colon = name.find(".json:");
        if (colon == std::string::npos) return;
        file = name.substr(0, colon + end.size());
        variant = name.substr(file.size() + 1);
    }
    // Returns the JSON document that a run of the scenario reads.
    sim::Json document() const {
        sim::Json json = sim::read_scenario_file(file);
        sim::ChosenVariant(json, variant).apply(json);
        return json;
    }
};

// Returns the name of a scenario in a folder. `name` has no ".json": "fence-ring", or "fence-ring:2" for a variant.
inline ScenarioName scenario_named(const std::string& folder, const std::string& name) {
    const std::size_t colon = std::min(name.find(':'), name.size());
    return ScenarioName(folder + '/' + name.substr(0, colon) + ".json" + name.substr(colon));
}

// Returns the name of the file, followed by the names of its variants.
inline std::vector<std::string> scenario_names_in(const std::string& file) {
    std::vector<std::string> names{file};
    for (const std::string& variant : sim::variant_names(sim::read_scenario_file(file))) {
        names.push_back(file + ':' + variant);
    }
    return names;
}

// Returns the names of all scenarios of the project and of their variants, sorted. `root` is the project's folder.
// Sweeps are omitted.
inline std::vector<std::string> project_scenarios(const std::string& root) {
    const std::filesystem::path folder = std::filesystem::path(root) / "scenarios";
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::filesystem::path file = entry.path().lexically_relative(folder);
        if (file.extension() != ".json" || file == "schema.json" || file.parent_path() == "sweeps") continue;
        for (std::string& name : scenario_names_in(entry.path().string())) names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace rmasim
