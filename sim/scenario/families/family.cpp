#include "sim/scenario/families/family.h"

#include "sim/scenario/model/limits.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

std::string_view Family::unsupported_reason(CallFeature feature) const {
    for (const MissingFeature& one : traits.missing) {
        if (one.feature == feature) return one.reason;
    }
    return {};
}

std::vector<std::string> family_names() {
#define RMASIM_FAMILY(name) #name,
    return {
#include "sim/scenario/families/families.inc"
    };
#undef RMASIM_FAMILY
}

const Family* find_family(std::string_view name) {
    for (const bool others : {false, true}) {
        if (others) load_other_families();
        for (const Family* const family : families()) {
            if (family->name() == name) return family;
        }
    }
    return nullptr;
}

const Family& family_named(std::string_view name) { return *find_family(name); }

Json protocol_json(const Family& family, const ProtocolSettings& settings) {
    Json json{{"family", family.name()}};
    json.update(json_of(family.settings.list(settings)));
    return json;
}

std::shared_ptr<const ProtocolSettings> read_settings_of_window(const Family& family, const ProtocolSettings& settings,
                                                                WindowId window, const JsonValue& value) {
    auto read = family.settings.read_of_window(settings, window, value);
    if (read != nullptr) return read;
    value.fail("no \"protocol\" of a window with family " + std::string(family.name()) +
               ", whose windows have no operation tables and no pools");
}

std::vector<Json> protocol_of_windows(const Family& family, const ProtocolSettings& settings, WindowId windows) {
    std::vector<Json> found;
    for (WindowId id = 0; id < windows; ++id) {
        const auto own = family.settings.list_of_window(settings, id);
        found.push_back(own ? json_of(*own) : Json());
    }
    return found;
}

namespace {

std::shared_ptr<const ProtocolSettings> settings_from(const Family& family, const Json& protocol,
                                                      const std::vector<Json>& of_windows) {
    auto settings = family.settings.read(JsonValue(protocol, "protocol"));
    for (WindowId id = 0; id < of_windows.size(); ++id) {
        if (of_windows[id].is_null()) continue;
        settings = read_settings_of_window(family, *settings, id, JsonValue(of_windows[id], "windows"));
    }
    return settings;
}

}  // namespace

std::shared_ptr<const ProtocolSettings> without_window(const Family& family, const ProtocolSettings& settings,
                                                       WindowId window) {
    std::vector<Json> of_windows = protocol_of_windows(family, settings, limits::max_windows);
    of_windows.erase(of_windows.begin() + window);
    return settings_from(family, protocol_json(family, settings), of_windows);
}

// Each result is written as JSON and read again, so that it satisfies the rules of the reader.
std::vector<std::shared_ptr<const ProtocolSettings>> simpler_settings(const Family& family,
                                                                      const ProtocolSettings& settings) {
    const Json now = protocol_json(family, settings).flatten();
    const Json plain = protocol_json(family, *family.settings.defaults()).flatten();
    const std::vector<Json> of_windows = protocol_of_windows(family, settings, limits::max_windows);
    std::vector<std::shared_ptr<const ProtocolSettings>> simpler;
    for (std::size_t id = 0; id < of_windows.size(); ++id) {
        if (of_windows[id].is_null()) continue;
        std::vector<Json> fewer = of_windows;
        fewer[id] = Json();
        simpler.push_back(settings_from(family, now.unflatten(), fewer));
    }
    for (const auto& [pointer, value] : now.items()) {
        if (value == plain[pointer]) continue;
        Json changed = now;
        changed[pointer] = plain[pointer];
        const Json protocol = changed.unflatten();
        try {
            simpler.push_back(settings_from(family, protocol, of_windows));
        } catch (const BadInput&) {  // NOLINT(bugprone-empty-catch): two settings exclude each other
        }
    }
    return simpler;
}

bool is_packet_name(std::string_view name) {
    const auto has_packet = [name](const Family* family) { return family->packets().find(name).has_value(); };
    if (std::ranges::any_of(families(), has_packet)) return true;
    load_other_families();
    return std::ranges::any_of(families(), has_packet);
}

std::vector<Pool> pools_of(const Scenario& scenario) {
    std::vector<std::string> windows;
    for (const WindowSettings& window : scenario.windows) windows.push_back(window.name);
    return scenario.family->counters.pools(*scenario.protocol, windows);
}

}  // namespace rmasim::sim
