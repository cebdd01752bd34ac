// Finds windows by their names in the scenario.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// The number of the communicators named by `comm`. `communicators`: null if there are none.
WindowId communicator_named(const JsonValue& comm, const CommunicatorTable* communicators);

// The window named by the member `win`, which may be left out if there is only one window.
WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows);

// The window of this name.
WindowId window_named(const JsonValue& name, const std::vector<WindowSettings>& windows);

// As `parse_window`, or the buffer named by the member `buffer`.
SpaceId parse_space(const JsonObject& object, const std::vector<WindowSettings>& windows,
                    const std::vector<WindowSettings>& buffers);

}  // namespace rmasim::sim
