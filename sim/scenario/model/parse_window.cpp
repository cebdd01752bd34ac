#include "sim/scenario/model/parse_window.h"

#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

namespace {

// The number of the space with this name. `first` is the number of the first space in `spaces`.
SpaceId named_in(const JsonValue& name, const std::vector<WindowSettings>& spaces, std::size_t first) {
    std::vector<Named<SpaceId>> names;
    names.reserve(spaces.size());
    for (const WindowSettings& space : spaces) {
        names.emplace_back(space.name, static_cast<SpaceId>(first + names.size()));
    }
    return name.one_of(names);
}

}  // namespace

WindowId communicator_named(const JsonValue& comm, const CommunicatorTable* communicators) {
    if (communicators == nullptr) comm.fail("no communicator, because the scenario has no \"communicators\"");
    std::vector<Named<WindowId>> names;
    for (std::size_t name = 0; name < communicators->size(); ++name) {
        names.emplace_back(communicators->split(name).name(), CommunicatorTable::number_of(name));
    }
    return comm.one_of(names);
}

WindowId window_named(const JsonValue& name, const std::vector<WindowSettings>& windows) {
    return named_in(name, windows, 0);
}

WindowId parse_window(const JsonObject& object, const std::vector<WindowSettings>& windows) {
    if (!object.has("win") && windows.size() == 1) return 0;
    // If there are several windows, the member is required: `at` raises the error for a missing member.
    return window_named(object.at("win"), windows);
}

SpaceId parse_space(const JsonObject& object, const std::vector<WindowSettings>& windows,
                    const std::vector<WindowSettings>& buffers) {
    const auto buffer = object.find("buffer");
    if (!buffer) return parse_window(object, windows);
    if (object.has("win")) buffer->fail("either \"buffer\" or \"win\", not both");
    if (buffers.empty()) buffer->fail("no \"buffer\", because the scenario has no \"buffers\"");
    return named_in(*buffer, buffers, windows.size());
}

}  // namespace rmasim::sim
