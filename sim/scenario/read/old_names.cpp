#include "sim/scenario/read/old_names.h"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace rmasim::sim {

namespace {

struct Renamed {
    const char* before;
    const char* now;
};

constexpr std::array renamed_protocol_settings{Renamed{"mended", "fixed"}};

// Calls `visit` with each object of protocol settings.
template <class Document, class Visit>
void for_each_protocol(Document& scenario, Visit visit) {
    if (!scenario.is_object()) return;
    if (const auto protocol = scenario.find("protocol"); protocol != scenario.end()) visit(*protocol);
    const auto windows = scenario.find("windows");
    if (windows == scenario.end() || !windows->is_object()) return;
    for (auto& window : *windows) {
        if (!window.is_object()) continue;
        if (const auto protocol = window.find("protocol"); protocol != window.end()) visit(*protocol);
    }
}

}  // namespace

bool has_old_names(const Json& scenario) {
    bool found = false;
    for_each_protocol(scenario, [&found](const Json& protocol) {
        for (const Renamed& name : renamed_protocol_settings) {
            found = found || (protocol.is_object() && protocol.contains(name.before));
        }
    });
    return found;
}

void replace_old_names(Json& scenario) {
    for_each_protocol(scenario, [](Json& protocol) {
        if (!protocol.is_object()) return;
        for (const Renamed& name : renamed_protocol_settings) {
            const auto old = protocol.find(name.before);
            if (old == protocol.end()) continue;
            Json value = std::move(*old);
            protocol.erase(old);
            protocol[name.now] = std::move(value);
        }
    });
}

}  // namespace rmasim::sim
