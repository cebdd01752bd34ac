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
};

inline constexpr IntegerBounds some_bytes{1, limits::most_bytes_per_call};
inline constexpr IntegerBounds some_repetitions{1, limits::most_repetitions};

// A pattern is the JSON text of a call list in which "$name" stands for the replacement of that name. Replacements are
// made in the given order, so a replacement may contain the names of later ones. No name is a prefix of another.
using Replacements = std::vector<std::pair<std::string, std::string>>;
Json written_out(std::string_view pattern, const Replacements& replacements);

// The name of the call's window. Refuses, at `member`, a window of fewer than `needed` bytes.
std::string window_with_room(const JsonObject& call, std::string_view member, std::int64_t needed,
                             const Surroundings& around);
std::string lock_type_or(const JsonObject& call, LockType otherwise);

Json halo_2d(const JsonValue& arguments, const Surroundings& around);
Json halo_3d(const JsonValue& arguments, const Surroundings& around);
Json all_to_all(const JsonValue& arguments, const Surroundings& around);
Json halo_counters(const JsonValue& arguments, const Surroundings& around);
Json hot_spot(const JsonValue& arguments, const Surroundings& around);
Json random_access(const JsonValue& arguments, const Surroundings& around);

}  // namespace rmasim::sim
