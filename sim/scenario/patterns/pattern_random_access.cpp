// Pattern random_access: updates of random words in a table. The table is distributed over the participants, as in the
// benchmark RandomAccess of the HPC Challenge.
#include "sim/scenario/patterns/pattern.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view random_access_pattern = R"json([
    {"repeat": {"times": "$updates", "calls": [
        {"let": {"_target": "random($size)", "_index": "random($entries)", "_value": "random(0x7fffffffffffffff)"}},
        {"lock": {"win": "$win", "target": "_target", "type": "$type"}},
        {"accumulate": {"win": "$win", "target": "_target", "disp": "8 * _index", "datatype": "uint64", "op": "bxor",
                        "value": "_value"}},
        {"unlock": {"win": "$win", "target": "_target"}}
    ]}}
])json";

}  // namespace

Json random_access(const JsonValue& arguments, const Surroundings& around) {
    const JsonObject call(arguments, {"pattern", "win", "comm", "updates", "table_entries_per_rank", "type"});
    const std::int64_t updates = call.at("updates").integer(some_repetitions);
    const std::int64_t entries = call.at("table_entries_per_rank").integer({1, limits::max_window_bytes / 8});
    const Among all = among(call, around);
    return written_out(random_access_pattern,
                       {{"win", window_with_room(call, "table_entries_per_rank", {8 * entries}, all, around)},
                        {"updates", std::to_string(updates)},
                        {"entries", std::to_string(entries)},
                        {"type", lock_type_or(call, LockType::shared)}},
                       all);
}

}  // namespace rmasim::sim
