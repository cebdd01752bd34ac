#include "sim/scenario/read/known_locations.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/read/settings_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// Pairs of a key and its correct location.
using Known = std::vector<std::pair<std::string, std::string>>;

void add_members(const Json& settings, const std::string& location, const std::string& of, Known& known) {
    for (const auto& [key, value] : settings.items()) {
        known.emplace_back(key, location + key + of);
        if (value.is_object()) add_members(value, location + key + '.', of, known);
    }
}

// The known keys, in this order: the settings with the default family, the settings of other families, and keys that
// are not settings.
Known known_settings() {
    Scenario scenario;
    scenario.family = &default_family();
    scenario.protocol = scenario.family->settings.defaults();
    Known known;
    add_members(settings_json(scenario), "", "", known);
    load_other_families_if_built();
    for (const Family* const family : families()) {
        const std::string of = fmt::format(" of family {}", family->name());
        add_members(protocol_json(*family, *family->settings.defaults()), "protocol.", of, known);
    }
    for (const char* const expected : {"outcome", "messages", "memory", "high_water", "time_ns"}) {
        known.emplace_back(expected, fmt::format("expect.{}", expected));
    }
    for (const char* const count : {"total", "by_kind", "by_pair", "between_nodes"}) {
        known.emplace_back(count, fmt::format("expect.messages.{}", count));
    }
    known.emplace_back("memory_order", "platform.memory.order");
    known.emplace_back("latency", "platform.network.latency_ns");
    known.emplace_back("bandwidth", "platform.network.bandwidth_gbps");
    return known;
}

void name_known_location(BadInput& error, const Known& known) {
    if (error.found != "an unknown key") return;
    const std::string key = error.location.substr(error.location.find_last_of('.') + 1);
    // An unknown key in a call is a misspelt argument and not a setting.
    const bool in_a_program = error.location.starts_with("programs");
    const auto at = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == key; });
    if (in_a_program || at == known.end() || at->second == error.location) return;
    const std::string allowed = error.allowed.substr(0, error.allowed.find("; did you mean"));
    BadInput better(error.location, error.found, fmt::format("{}; \"{}\" is {}", allowed, key, at->second));
    better.line = error.line;
    better.column = error.column;
    better.others = std::move(error.others);
    error = std::move(better);
}

}  // namespace

void name_known_locations(BadInput& error) {
    const Known known = known_settings();
    name_known_location(error, known);
    for (BadInput& other : error.others) name_known_location(other, known);
}

}  // namespace rmasim::sim
