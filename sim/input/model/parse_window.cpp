#include "sim/input/model/parse_window.h"

#include "sim/input/model/vocabulary.h"

namespace rmasim::sim {

WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows) {
    const auto win = object.find("win");
    if (!win && windows.size() == 1) return 0;
    std::vector<Named<WindowId>> names;
    names.reserve(windows.size());
    for (const WindowSettings& window : windows) names.emplace_back(window.name, static_cast<WindowId>(names.size()));
    // With several windows the member is required: `at` raises the error.
    return object.at("win").one_of(names);
}

}  // namespace rmasim::sim
