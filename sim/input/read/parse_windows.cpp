#include "sim/input/model/limits.h"
#include "sim/input/model/vocabulary.h"
#include "sim/input/program/ranks.h"
#include "sim/input/read/parse_parts.h"

namespace rmasim::sim {

std::vector<WindowSettings> parse_windows(const JsonValue& value, Rank ranks) {
    RankReader reader(ranks, value.scope());
    std::vector<WindowSettings> windows;
    Complaints complaints;
    const auto parse = [&](const std::string& name, const JsonValue& member) {
        if (!is_identifier(name) || name.size() > limits::longest_identifier) {
            throw BadInput(member.place(), "the name \"" + name + "\"",
                           "a letter, then letters, digits and underscores, 64 in all at most");
        }
        const JsonObject object(member, {"bytes", "shared", "disp_unit", "alloc_mem", "ranks"});
        WindowSettings& window = windows.emplace_back();
        window.name = name;
        window.bytes = read_per_rank(object.at("bytes"), limits::window_bytes, reader);
        object.read("shared", window.shared);
        if (const auto unit = object.find("disp_unit")) {
            window.disp_unit = read_per_rank(*unit, limits::disp_unit, reader);
        }
        object.read("alloc_mem", window.alloc_mem);
        object.read("ranks", window.ranks, {1, ranks});
    };
    for (const auto& [name, member] : value.members(limits::most_windows, 1)) {
        complaints.attempt([&, &name = name, &member = member] { parse(name, member); });
    }
    complaints.raise_any();
    return windows;
}

}  // namespace rmasim::sim
