// Readers for the names of windows, buffers and communicators. All of them raise BadInput for an unknown name.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// The number of the communicators named by `comm`. `communicators`: null if the scenario has none.
WindowId communicator_named(const JsonValue& comm, const CommunicatorTable* communicators);

// The window named by the member `win`, which may be left out if there is only one window.
WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows);

// The window of this name.
WindowId window_named(const JsonValue& name, const std::vector<WindowSettings>& windows);

// The buffer named by the member `buffer`, or otherwise the window that `parse_window` finds.
SpaceId parse_space(const JsonObject& object, const std::vector<WindowSettings>& windows,
                    const std::vector<WindowSettings>& buffers);

}  // namespace rmasim::sim
