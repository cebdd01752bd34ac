// The patterns of `generate` and their common functions. Each pattern has its own file. For sim/scenario/patterns only.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/scenario.h"
#include "sim/scenario/model/vocabulary.h"

namespace rmasim::sim {

// The part of the scenario that patterns depend on.
struct Surroundings {
    Rank ranks;
    const std::vector<WindowSettings>& windows;
    const CommunicatorTable* communicators;  // null if the scenario has no communicators
};

// The participants of a pattern: all ranks, or the ranks of each communicator with a given name.
struct Among {
    WindowId comm = no_window;          // `no_window` if the participants are all ranks
    const Split* split = nullptr;       // null if the participants are all ranks
    Rank min_ranks = 0, max_ranks = 0;  // size of the smallest and of the largest communicator

    // Texts in expressions and calls. `rank()` is "rank" or "row.rank", `size()` is "size" or "row.size". The argument
    // of a barrier is empty or "\"comm\": \"row\"".
    std::string rank() const { return split == nullptr ? "rank" : split->name() + ".rank"; }
    std::string size() const { return split == nullptr ? "size" : split->name() + ".size"; }
    std::string argument() const { return split == nullptr ? "" : "\"comm\": \"" + split->name() + '"'; }
    // The noun for error messages: "the number of ranks", or "the number of ranks in a communicator of "row"".
    std::string number_of_ranks() const;
};
// The participants of a call. The call's member `comm` names them. Raises BadInput for an unknown name.
Among among(const JsonObject& call, const Surroundings& around);
// The ranks of the communicators that the number `comm` identifies. All ranks if the number is `no_window`.
Among among_ranks_of(WindowId comm, const Surroundings& around);
// The number of participants, for a pattern that needs the same number in all communicators. Raises BadInput if the
// communicators have different sizes.
Rank one_size(const JsonObject& call, const Among& among);

inline constexpr IntegerBounds some_bytes{1, limits::max_bytes_per_call};
inline constexpr IntegerBounds some_repetitions{1, limits::max_repetitions};

// Names and the texts that replace them. A pattern is the JSON text of a call list. "$name" in the pattern stands for a
// text. Replacements are made in the given order, so a text may contain names that are replaced later. No name is a
// prefix of another name.
using Replacements = std::vector<std::pair<std::string, std::string>>;
// The call list of a pattern after all replacements.
Json written_out(std::string_view pattern, const Replacements& replacements);
// The text of a pattern after all replacements.
std::string replaced(std::string_view pattern, const Replacements& replacements);
// The call list of a pattern after all replacements. The function adds four replacements. "$rank" and "$size" stand for
// the texts of `among`, "$comm" for the argument of a barrier. "$among" stands for the communicator argument of a send
// or receive call, with a comma.
Json written_out(std::string_view pattern, Replacements replacements, const Among& among);

// The number of bytes that a pattern uses in each rank's window segment.
struct Room {
    std::int64_t bytes = 0;
    std::int64_t for_each_rank = 0;  // additional bytes for each participant of the pattern (Among)
};
// The name of the call's window. Raises BadInput if the window's ranks are not the participants, or if a window segment
// is too small. The location of the second error is the call's `member`.
std::string window_with_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                             const Surroundings& around);
// Raises BadInput if the window's segments are too small, or if its disp_unit is not 1.
void require_room(const JsonObject& call, std::string_view member, Room room, const Among& among,
                  const WindowSettings& window, const Surroundings& around);
// The name of the lock type in the call's member `type`. If the call has no such member, the name of `otherwise`.
std::string lock_type_or(const JsonObject& call, LockType otherwise);

// The patterns.
Json halo_2d(const JsonValue& arguments, const Surroundings& around);
Json halo_2d_by_rows(const JsonValue& arguments, const Surroundings& around);
Json halo_3d(const JsonValue& arguments, const Surroundings& around);
Json all_to_all(const JsonValue& arguments, const Surroundings& around);
Json halo_counters(const JsonValue& arguments, const Surroundings& around);
Json hot_spot(const JsonValue& arguments, const Surroundings& around);
Json random_access(const JsonValue& arguments, const Surroundings& around);

}  // namespace rmasim::sim
