#include "sim/scenario/patterns/generate.h"

#include "sim/scenario/patterns/pattern.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

using Pattern = Json (*)(const JsonValue& arguments, const Surroundings& around);

constexpr std::array<Named<Pattern>, 7> patterns{{{"halo_2d", halo_2d},
                                                  {"halo_2d_by_rows", halo_2d_by_rows},
                                                  {"halo_3d", halo_3d},
                                                  {"halo_counters", halo_counters},
                                                  {"all_to_all", all_to_all},
                                                  {"hot_spot", hot_spot},
                                                  {"random_access", random_access}}};

}  // namespace

Json generate_calls(const JsonValue& arguments, Rank ranks, const std::vector<WindowSettings>& windows,
                    const CommunicatorTable* communicators) {
    return arguments.member("pattern").one_of(patterns)(arguments, {ranks, windows, communicators});
}

}  // namespace rmasim::sim
