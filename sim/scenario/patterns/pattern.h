// The patterns of `generate`, each in its own file, and their helpers. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/scenario.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

struct Surroundings {
    Rank ranks;
    const std::vector<WindowSettings>& windows;
    const CommunicatorTable* communicators;  // null: there are none
};

// Who runs a pattern among themselves: all ranks, or the ranks of each communicator of a name.
struct Among {
    WindowId comm = no_window;  // no_window: all ranks
    const Split* split = nullptr;
    Rank least = 0, most = 0;  // how many they are

    // "rank" or "row.rank"; "size" or "row.size"; "", or what a barrier has as its argument.
    std::string rank() const { return split == nullptr ? "rank" : split->name() + ".rank"; }
    std::string size() const { return split == nullptr ? "size" : split->name() + ".size"; }
    std::string argument() const { return split == nullptr ? "" : "\"comm\": \"" + split->name() + '"'; }
    // "the number of ranks", "the number of ranks in a communicator of "row""
    std::string number_of_ranks() const;
};
// By the member `comm` of the call.
Among among(const JsonObject& call, const Surroundings& around);
// By its number, such as that of a window; no_window: all ranks.
Among among_ranks_of(WindowId comm, const Surroundings& around);
// How many run it, of a pattern that is laid out for one number of ranks. Refuses communicators of different sizes.
Rank one_size(const JsonObject& call, const Among& among);

inline constexpr IntegerBounds some_bytes{1, limits::max_bytes_per_call};
inline constexpr IntegerBounds some_repetitions{1, limits::max_repetitions};

// A pattern is the JSON text of a call list in which "$name" stands for the replacement of that name. Replacements are
// made in the given order, so a replacement may contain the names of later ones. No name is a prefix of another.
using Replacements = std::vector<std::pair<std::string, std::string>>;
Json written_out(std::string_view pattern, const Replacements& replacements);
std::string replaced(std::string_view pattern, const Replacements& replacements);
// Likewise, where "$rank" and "$size" are those of `among`, "$comm" is the argument of a barrier, and "$among" begins
// the arguments of a message.
Json written_out(std::string_view pattern, Replacements replacements, const Among& among);

// Bytes that a pattern uses of each rank's window.
struct Room {
    std::int64_t bytes = 0;
    std::int64_t for_each_rank = 0;  // and for each of the ranks that run it
};
// The name of the call's window. Refuses, at `member`, one with less room, and one of other ranks than those who run
// the pattern.
std::string window_with_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                             const Surroundings& around);
void require_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                  const WindowSettings& window, const Surroundings& around);
std::string lock_type_or(const JsonObject& call, LockType otherwise);

Json halo_2d(const JsonValue& arguments, const Surroundings& around);
Json halo_2d_by_rows(const JsonValue& arguments, const Surroundings& around);
Json halo_3d(const JsonValue& arguments, const Surroundings& around);
Json all_to_all(const JsonValue& arguments, const Surroundings& around);
Json halo_counters(const JsonValue& arguments, const Surroundings& around);
Json hot_spot(const JsonValue& arguments, const Surroundings& around);
Json random_access(const JsonValue& arguments, const Surroundings& around);

}  // namespace rmasim::sim
