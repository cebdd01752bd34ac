#include "sim/scenario/limits.h"
#include "sim/scenario/parse_parts.h"
#include "sim/scenario/vocabulary.h"

namespace rmasim::sim {

std::vector<WindowSettings> parse_windows(const JsonValue& value) {
    std::vector<WindowSettings> windows;
    for (const auto& [name, member] : value.members(limits::most_windows, 1)) {
        if (!is_identifier(name) || name.size() > limits::longest_identifier) {
            throw BadInput(member.place(), "the name \"" + name + "\"",
                           "a letter, then letters, digits and underscores, 64 in all at most");
        }
        const JsonObject object(member, {"bytes", "shared"});
        const auto bytes = static_cast<std::uint64_t>(object.at("bytes").integer(limits::window_bytes));
        windows.push_back({name, bytes});
        object.read("shared", windows.back().shared);
    }
    return windows;
}

WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows) {
    const auto win = object.find("win");
    if (!win && windows.size() == 1) return 0;
    std::vector<Named<WindowId>> names;
    names.reserve(windows.size());
    for (const WindowSettings& window : windows) names.emplace_back(window.name, static_cast<WindowId>(names.size()));
    // Several windows: `at` says that the member is required.
    return object.at("win").one_of(names);
}

}  // namespace rmasim::sim
