// Pattern all_to_all: every rank puts a block of data to every other rank. The block of rank r is at byte r * bytes of
// the target's window segment.
#include "sim/scenario/patterns/pattern.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view fence_pattern = R"json([
    {"fence": {"win": "$win", "assert": ["noprecede"]}},
    {"repeat": {"times": "$size - 1", "as": "_i", "calls": [
        {"put": {"win": "$win", "target": "($rank + 1 + _i) % $size", "disp": "$rank * $bytes", "count": "$bytes",
                 "value": "$rank % 256"}}
    ]}},
    {"fence": {"win": "$win", "assert": ["nosucceed"]}}
])json";

constexpr std::string_view lock_pattern = R"json([
    {"repeat": {"times": "$size - 1", "as": "_i", "calls": [
        {"lock": {"win": "$win", "target": "($rank + 1 + _i) % $size", "type": "shared"}},
        {"put": {"win": "$win", "target": "($rank + 1 + _i) % $size", "disp": "$rank * $bytes", "count": "$bytes",
                 "value": "$rank % 256"}},
        {"unlock": {"win": "$win", "target": "($rank + 1 + _i) % $size"}}
    ]}}
])json";

}  // namespace

Json all_to_all(const JsonValue& arguments, const Surroundings& around) {
    const JsonObject call(arguments, {"pattern", "win", "comm", "bytes", "sync"});
    constexpr std::array<Named<std::string_view>, 2> syncs{{{"fence", fence_pattern}, {"lock", lock_pattern}}};
    std::string_view pattern = fence_pattern;
    if (const auto sync = call.find("sync")) pattern = sync->one_of(syncs);
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    const Among all = among(call, around);
    return written_out(
        pattern, {{"win", window_with_room(call, "bytes", {0, bytes}, all, around)}, {"bytes", std::to_string(bytes)}},
        all);
}

}  // namespace rmasim::sim
