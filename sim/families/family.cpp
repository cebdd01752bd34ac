#include "sim/families/family.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

std::vector<std::string> family_names() {
    std::vector<std::string> names;
    for (const Family* const family : families()) names.emplace_back(family->name());
    return names;
}

const Family& family_named(std::string_view name) {
    const auto all = families();
    return **std::find_if(all.begin(), all.end(), [name](const Family* family) { return family->name() == name; });
}

Json protocol_json(const Family& family, const ProtocolSettings& settings) {
    Json json{{"family", family.name()}};
    json.update(json_of(family.settings_list(settings)));
    return json;
}

// Goes through JSON, so that the results satisfy the rules of reading.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings) {
    const Json now = protocol_json(family, settings).flatten();
    const Json plain = protocol_json(family, *family.default_settings()).flatten();
    std::vector<std::shared_ptr<const ProtocolSettings>> simpler;
    for (const auto& [pointer, value] : now.items()) {
        if (value == plain[pointer]) continue;
        Json changed = now;
        changed[pointer] = plain[pointer];
        const Json protocol = changed.unflatten();
        try {
            simpler.push_back(family.read_settings(JsonValue(protocol, "protocol")));
        } catch (const BadInput&) {  // NOLINT(bugprone-empty-catch): two settings that exclude each other
        }
    }
    return simpler;
}

bool is_packet_name(std::string_view name) {
    const auto all = families();
    return std::any_of(all.begin(), all.end(),
                       [name](const Family* family) { return family->packets().find(name).has_value(); });
}

std::vector<Pool> pools_of(const Scenario& scenario) {
    std::vector<std::string> windows;
    for (const WindowSettings& window : scenario.windows) windows.push_back(window.name);
    return scenario.family->pools(*scenario.protocol, windows);
}

}  // namespace rmasim::sim
