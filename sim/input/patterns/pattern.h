// What the patterns of `generate` share, and the patterns, each in a file of its own. For sim/scenario only.
#pragma once

#include "sim/input/json/json_reader.h"
#include "sim/input/model/limits.h"
#include "sim/input/model/scenario.h"
#include "sim/input/model/vocabulary.h"

namespace rmasim::sim {

struct Surroundings {
    Rank ranks;
    const std::vector<WindowSettings>& windows;
};

inline constexpr IntegerBounds some_bytes{1, limits::most_bytes_per_call};
inline constexpr IntegerBounds some_repetitions{1, limits::most_repetitions};

// A pattern is the JSON text of a call list in which "$name" stands for the replacement of that name. Replacements are
// made in the order given, so one may contain the marks of those after it. No name is the start of another.
using Replacements = std::vector<std::pair<std::string, std::string>>;
Json written_out(std::string_view pattern, const Replacements& replacements);

// The name of the call's window. Refuses one with room for fewer than `needed` bytes; `member` is where to complain.
std::string window_with_room(const JsonObject& call, std::string_view member, std::int64_t needed,
                             const Surroundings& around);
std::string lock_type_or(const JsonObject& call, LockType otherwise);

Json halo_2d(const JsonValue& arguments, const Surroundings& around);
Json all_to_all(const JsonValue& arguments, const Surroundings& around);
Json hot_spot(const JsonValue& arguments, const Surroundings& around);
Json random_access(const JsonValue& arguments, const Surroundings& around);

}  // namespace rmasim::sim
