// Readers for the names of windows, buffers and communicators. All of them raise BadInput for an unknown name.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"

#include <vector>

namespace rmasim::sim {

// The number that identifies the communicators with the name `comm` (CommunicatorTable::number_of). `communicators` is
// null if the scenario has no communicators.
WindowId communicator_named(const JsonValue& comm, const CommunicatorTable* communicators);

// The window that the member `win` names. The member may be missing if there is only one window.
WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows);

// The window of this name.
WindowId window_named(const JsonValue& name, const std::vector<WindowSettings>& windows);

// The buffer that the member `buffer` names. If this member is missing, the result is the window that `parse_window`
// returns.
SpaceId parse_space(const JsonObject& object, const std::vector<WindowSettings>& windows,
                    const std::vector<WindowSettings>& buffers);

}  // namespace rmasim::sim
