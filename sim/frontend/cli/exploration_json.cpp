#include "sim/frontend/cli/exploration_json.h"

#include "sim/scenario/read/settings_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

Json range_json(const Range& range) { return {{"least", range.least}, {"most", range.most}}; }

Json ends_json(const Exploration& found) {
    Json ends = Json::array();
    for (const auto& [digest, end] : found.ends) {
        ends.push_back(
            {{"digest", fmt::format("{:016x}", digest)}, {"executions", end.runs}, {"finished", end.finished}});
    }
    return ends;
}

Json messages_json(const Exploration& found, const ExplorationWords& words) {
    Json by_kind = Json::object();
    for (const auto& [kind, range] : found.by_kind) by_kind[kind] = range_json(range);
    return {{"total", range_json(found.messages)},
            {"by_kind", by_kind},
            {"fewest", words.fewest_messages},
            {"most", words.most_messages}};
}

}  // namespace

Json exploration_json(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                      const Effort& effort) {
    Json json;
    json["scenario"] = scenario.name;
    json["version"] = RMASIM_VERSION;
    json["ranks"] = scenario.ranks;
    json["protocol"] = settings_json(scenario)["protocol"];
    json["exhausted"] = found.exhausted;
    json["executions"] = found.runs;
    json["redundant"] = found.redundant;
    json["steps"] = found.steps;
    json["longest"] = found.deepest;
    json["failing"] = found.failing_runs;
    json["end_states"] = ends_json(found);
    json["messages"] = messages_json(found, words);
    json["high_water"] = found.high_water;
    if (found.failure) {
        json["failure"] = {{"kind", name_of(found.failure->kind)},
                           {"what", found.failure->what},
                           {"schedule", words.failure},
                           {"transcript", words.transcript}};
    }
    json["wall_s"] = effort.wall_s;
    json["explore_cpu_s"] = effort.explore_cpu_s;
    return json;
}

}  // namespace rmasim::sim
