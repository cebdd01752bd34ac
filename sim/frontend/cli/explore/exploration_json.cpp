#include "sim/frontend/cli/explore/exploration_json.h"

#include "sim/frontend/cli/explore/exploration_text.h"
#include "sim/scenario/model/setting_names.h"
#include "sim/scenario/read/settings_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

Json range_json(const Range& range) { return {{"least", range.min}, {"most", range.max}}; }

Json value_json(const EndValue& value) {
    return std::visit([](const auto& known) { return Json(known); }, value);
}

// The end states. The first end states have their distinguishing values and a schedule in addition.
Json ends_json(const Exploration& found, const ExplorationWords& words) {
    Json ends = Json::array();
    for (const auto& [digest, end] : ends_in_order(found)) {
        Json& one = ends.emplace_back(
            Json{{"digest", fmt::format("{:016x}", digest)}, {"executions", end->runs}, {"finished", end->finished}});
        if (const auto values = words.ends.of.find(digest); values != words.ends.of.end()) {
            one["values"] = Json::object();
            for (std::size_t i = 0; i < words.ends.names.size(); ++i) {
                one["values"][words.ends.names[i]] = value_json(values->second[i]);
            }
        }
        if (const auto failures = failures_of(*end, words); !failures.empty()) one["failures"] = failures;
        if (const auto order = words.orders.ends.find(digest); order != words.orders.ends.end()) {
            one["schedule"] = order->second;
        }
    }
    return ends;
}

Json failures_json(const ExplorationWords& words) {
    Json failures = Json::array();
    for (const FailureWords& one : words.failures) {
        Json& json = failures.emplace_back(Json{{"number", one.number},
                            {"kind", name_of(one.kind)},
                            {"executions", one.runs},
                            {"what", one.what},
                            {"schedule", one.order},
                            {"transcript", one.transcript}});
        if (one.calm_only) json["calm_only"] = true;
    }
    return failures;
}

Json checked_json(const Scenario& scenario, const CheckedInAll& checked) {
    Json json{{"calls", checked.invariants.calls},
              {"operations", checked.invariants.operations},
              {"lock_grants", checked.invariants.lock_grants}};
    if (scenario.semantics != Semantics::off) {
        json["semantics"] = {{"model", name_in(memory_models, scenario.semantics)}, {"accesses", checked.accesses}};
    }
    return json;
}

Json messages_json(const Exploration& found, const ExplorationWords& words) {
    Json by_kind = Json::object();
    for (const auto& [kind, range] : found.by_kind) by_kind[kind] = range_json(range);
    return {{"total", range_json(found.messages)},
            {"by_kind", by_kind},
            {"fewest", words.orders.min_messages},
            {"most", words.orders.max_messages}};
}

}  // namespace

Json exploration_json(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                      const Effort& effort) {
    Json json;
    json["scenario"] = scenario.name;
    if (!scenario.variant.empty()) json["variant"] = scenario.variant;
    json["version"] = RMASIM_VERSION;
    json["ranks"] = scenario.ranks;
    json["protocol"] = settings_json(scenario)["protocol"];
    json["verdict"] = verdict_of(found);
    json["exhausted"] = found.exhausted();
    json["ended_by"] = name_of(found.ended_by);
    json["executions"] = found.runs;
    json["redundant"] = found.redundant;
    json["steps"] = found.steps;
    json["longest"] = found.max_depth;
    json["failing"] = found.failing_runs;
    json["pairs_in_order"] = scenario.platform.network.reorder_ns == 0;
    if (found.calm) json["calm"] = true;
    json["checked"] = checked_json(scenario, found.checked);
    json["end_states"] = ends_json(found, words);
    json["more_values_differ"] = words.ends.more;
    json["messages"] = messages_json(found, words);
    json["high_water"] = found.high_water;
    if (!words.failures.empty()) json["failures"] = failures_json(words);
    if (found.failures.size() > words.failures.size())
        json["more_failures"] = found.failures.size() - words.failures.size();
    json["wall_s"] = effort.wall_s;
    json["explore_cpu_s"] = effort.explore_cpu_s;
    return json;
}

}  // namespace rmasim::sim
