#include "sim/input/model/limits.h"
#include "sim/input/model/vocabulary.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

std::vector<WindowSettings> parse_windows(const JsonValue& value) {
    std::vector<WindowSettings> windows;
    for (const auto& [name, member] : value.members(limits::most_windows, 1)) {
        if (!is_identifier(name) || name.size() > limits::longest_identifier) {
            throw BadInput(member.place(), "the name \"" + name + "\"",
                           "a letter, then letters, digits and underscores, 64 in all at most");
        }
        const JsonObject object(member, {"bytes", "shared", "alloc_mem"});
        const auto bytes = static_cast<std::uint64_t>(object.at("bytes").integer(limits::window_bytes));
        windows.push_back({name, bytes});
        object.read("shared", windows.back().shared);
        object.read("alloc_mem", windows.back().alloc_mem);
    }
    return windows;
}

}  // namespace rmasim::sim
