// Pattern hot_spot: every rank except the target repeatedly locks the target's window, accesses the first elements of
// the window, and unlocks it.
#include "sim/scenario/patterns/pattern.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

constexpr std::string_view hot_spot_pattern = R"json([
    {"if": {"when": "$rank != $target", "calls": [
        {"repeat": {"times": "$iterations", "calls": [
            {"lock": {"win": "$win", "target": "$target", "type": "$type"}},
            $operation,
            {"unlock": {"win": "$win", "target": "$target"}}
        ]}}
    ]}}
])json";

constexpr std::string_view put =
    R"json({"put": {"win": "$win", "target": "$target", "count": "$bytes", "value": "$rank % 256"}})json";
constexpr std::string_view get = R"json({"get": {"win": "$win", "target": "$target", "count": "$bytes"}})json";
constexpr std::string_view accumulate =
    R"json({"accumulate": {"win": "$win", "target": "$target", "count": "$bytes / 8",
    "datatype": "uint64", "op": "sum", "value": 1}})json";

constexpr std::array<Named<std::string_view>, 3> operations{{{"put", put}, {"get", get}, {"accumulate", accumulate}}};

}  // namespace

Json hot_spot(const JsonValue& arguments, const Surroundings& around) {
    const JsonObject call(arguments, {"pattern", "win", "comm", "target", "bytes", "iterations", "operation", "type"});
    const Among all = among(call, around);
    const std::int64_t target = call.at("target").integer({0, all.min_ranks - 1});
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    std::int64_t iterations = 1;
    call.read("iterations", iterations, some_repetitions);
    const std::string_view operation = call.at("operation").one_of(operations);
    if (operation == accumulate && bytes % 8 != 0) {
        call.at("bytes").fail("a multiple of 8: accumulate adds words of 8 bytes");
    }
    return written_out(hot_spot_pattern,
                       {{"operation", std::string(operation)},
                        {"win", window_with_room(call, "bytes", {bytes}, all, around)},
                        {"target", std::to_string(target)},
                        {"bytes", std::to_string(bytes)},
                        {"iterations", std::to_string(iterations)},
                        {"type", lock_type_or(call, LockType::exclusive)}},
                       all);
}

}  // namespace rmasim::sim
