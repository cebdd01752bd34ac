#include "sim/scenario/patterns/pattern.h"

#include "sim/scenario/model/parse_window.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

std::string owners_of(const WindowSettings& window, const Surroundings& around) {
    if (window.comm == no_window) return "of all ranks";
    return fmt::format("of communicators of \"{}\"", around.communicators->numbered(window.comm).name());
}

// Raises BadInput for a window segment that is too small. `where` names the rank. It is empty if all segments have the
// same size.
[[noreturn]] void refuse(const JsonValue& value, std::int64_t needed, std::uint64_t bytes, const WindowSettings& window,
                         const std::string& where) {
    throw BadInput(value.location(), fmt::format("a pattern that uses {} bytes{}", needed, where),
                   fmt::format("the {} bytes of window \"{}\"", bytes, window.name));
}

}  // namespace

std::string Among::number_of_ranks() const {
    return split == nullptr ? "the number of ranks"
                            : fmt::format("the number of ranks in a communicator of \"{}\"", split->name());
}

Among among(const JsonObject& call, const Surroundings& around) {
    const auto comm = call.find("comm");
    return among_ranks_of(comm ? communicator_named(*comm, around.communicators) : no_window, around);
}

Among among_ranks_of(WindowId comm, const Surroundings& around) {
    if (comm == no_window) return {no_window, nullptr, around.ranks, around.ranks};
    const Split& split = around.communicators->numbered(comm);
    return {comm, &split, split.min_size(), split.max_size()};
}

Rank one_size(const JsonObject& call, const Among& among) {
    if (among.min_ranks == among.max_ranks) return among.max_ranks;
    throw BadInput(call.at("comm").location(),
                   fmt::format("\"{}\", whose communicators have {} to {} ranks", among.split->name(), among.min_ranks,
                               among.max_ranks),
                   "communicators of equal size, which the pattern requires");
}

std::string replaced(std::string_view pattern, const Replacements& replacements) {
    std::string text(pattern);
    for (const auto& [name, value] : replacements) {
        const std::string mark = "$" + name;
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
            text.replace(at, mark.size(), value);
        }
    }
    return text;
}

Json written_out(std::string_view pattern, const Replacements& replacements) {
    return Json::parse(replaced(pattern, replacements));
}

Json written_out(std::string_view pattern, Replacements replacements, const Among& among) {
    const std::string argument = among.argument();
    replacements.insert(replacements.end(), {{"rank", among.rank()},
                                             {"size", among.size()},
                                             {"comm", argument},
                                             {"among", argument.empty() ? "" : argument + ","}});
    return written_out(pattern, replacements);
}

std::string window_with_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                             const Surroundings& around) {
    const WindowSettings& window = around.windows[parse_window(call, around.windows)];
    if (window.comm != among.comm) {
        const auto comm = call.find("comm");
        throw BadInput(comm ? comm->location() : call.location(),
                       fmt::format("a pattern for window \"{}\" {}", window.name, owners_of(window, around)),
                       comm ? fmt::format("a window with {}", among.argument())
                            : among_ranks_of(window.comm, around).argument() + ", or a window of all ranks");
    }
    require_room(call, member, room, among, window, around);
    return window.name;
}

void require_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                  const WindowSettings& window, const Surroundings& around) {
    if (window.disp_unit.max() > 1) {
        throw BadInput(call.location(), "a pattern for window \"" + window.name + "\", whose disp_unit is not 1",
                       "a window with displacements in bytes");
    }
    const auto needed = [&](Rank ranks) { return room.bytes + room.for_each_rank * ranks; };
    const std::uint64_t min = window.bytes.min();
    if (needed(among.max_ranks) <= static_cast<std::int64_t>(min)) return;
    if (among.split == nullptr) refuse(call.at(member), needed(among.max_ranks), min, window, "");
    // The loop checks each communicator, because communicators may have different sizes. A rank outside of the
    // communicators has no such window.
    for (Rank rank = 0; rank < around.ranks; ++rank) {
        const RankGroup* const group = among.split->group_of(rank);
        if (group == nullptr) continue;
        const std::uint64_t bytes = window.bytes.of(rank);
        if (needed(group->size()) <= static_cast<std::int64_t>(bytes)) continue;
        refuse(call.at(member), needed(group->size()), bytes, window, fmt::format(" at rank {}", rank));
    }
}

std::string lock_type_or(const JsonObject& call, LockType otherwise) {
    if (const auto type = call.find("type")) otherwise = type->one_of(lock_types());
    return std::string(name_of(otherwise));
}

}  // namespace rmasim::sim
