#include "sim/scenario/read/settings_json.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/model/described_settings.h"
#include "sim/scenario/model/network_presets.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace rmasim::sim {

namespace {

// Adds the topology. If the scenario omits dimensions, they are not written, because they follow from the number of
// ranks.
void add_topology(Json& json, const PlatformSettings& platform) {
    json["topology"] = name_in(topologies, platform.topology);
    if (platform.topology == Topology::torus && !platform.torus_dimensions.empty()) {
        json["torus"] = {{"dimensions", platform.torus_dimensions}};
    }
    if (platform.topology == Topology::fat_tree && !platform.fat_tree_down.empty()) {
        json["fat_tree"] = {
            {"down", platform.fat_tree_down}, {"up", platform.fat_tree_up}, {"links", platform.fat_tree_links}};
    }
    if (platform.topology == Topology::dragonfly && !platform.dragonfly.empty()) {
        json["dragonfly"] = {{"groups", platform.dragonfly[0]},
                             {"chassis", platform.dragonfly[1]},
                             {"blades", platform.dragonfly[2]},
                             {"nodes", platform.dragonfly[3]}};
    }
    if (platform.topology == Topology::file) {
        json["file"] = std::filesystem::path(platform.file).filename().string();
    }
}

Json platform_json(const Scenario& scenario) {
    Json json = Json::object();
    if (scenario.platform.preset != nullptr) json["preset"] = scenario.platform.preset->name;
    json["ranks_per_node"] = scenario.platform.ranks_per_node;
    add_topology(json, scenario.platform);
    json["network"] = json_of(settings_of(scenario.platform.network));
    if (scenario.shares_windows()) json["memory"] = json_of(settings_of(scenario.platform.memory));
    if (scenario.family->processes.uses_nic(*scenario.protocol))
        json["nic"] = json_of(settings_of(scenario.platform.nic));
    return json;
}

// The protocol settings of single windows.
Json windows_json(const Scenario& scenario) {
    Json windows = Json::object();
    const auto own =
        protocol_of_windows(*scenario.family, *scenario.protocol, static_cast<WindowId>(scenario.windows.size()));
    for (std::size_t id = 0; id < own.size(); ++id) {
        if (!own[id].is_null()) windows[scenario.windows[id].name] = {{"protocol", own[id]}};
    }
    return windows;
}

}  // namespace

Json settings_json(const Scenario& scenario) {
    Json json{{"ranks", scenario.ranks},
              {"seed", scenario.seed},
              {"data", scenario.data},
              {"progress", name_in(progresses, scenario.progress)},
              {"platform", platform_json(scenario)},
              {"costs", json_of(settings_of(scenario.costs))},
              {"protocol", protocol_json(*scenario.family, *scenario.protocol)}};
    if (Json windows = windows_json(scenario); !windows.empty()) json["windows"] = std::move(windows);
    if (scenario.groups > 1) json["groups"] = scenario.groups;
    const AgentSettings& agent = scenario.agent;
    if (scenario.semantics != Semantics::off) json["semantics"] = name_in(memory_models, scenario.semantics);
    if (scenario.propagation != Propagation::eager) json["propagation"] = name_in(propagations, scenario.propagation);
    const bool plain = agent.kind == AgentKind::thread && agent.interval_ns == 0 && agent.wake_ns == 0;
    if (!plain) json["agent"] = json_of(settings_of(agent));
    return json;
}

}  // namespace rmasim::sim
