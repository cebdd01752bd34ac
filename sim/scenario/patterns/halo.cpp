#include "sim/scenario/patterns/halo.h"

#include "sim/scenario/patterns/grid.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// What is before all exchanges, around the puts of each, and after all.
struct Synchronisation {
    std::string_view before, begin, end, after;
};

constexpr Synchronisation by_fence{R"json({"fence": {"win": "$win", "assert": ["noprecede"]}},)json", "",
                                   R"json({"if": {"when": "_i < $iterations - 1",
                   "calls": [{"fence": {"win": "$win"}}],
                   "else": [{"fence": {"win": "$win", "assert": ["nosucceed"]}}]}})json",
                                   ""};

constexpr Synchronisation by_groups{R"json({"let": {$named}},)json",
                                    R"json({"post": {"win": "$win", "group": [$group]}},
                                            {"start": {"win": "$win", "group": [$group]}},)json",
                                    R"json({"complete": {"win": "$win"}}, {"wait": {"win": "$win"}})json", ""};

// The barrier tells the neighbours that the data has come: a target takes no part in LOCK_ALL.
constexpr Synchronisation by_lock_all{R"json({"lock_all": {"win": "$win"}},)json", "",
                                      R"json({"flush_all": {"win": "$win"}}, {"barrier": {}})json",
                                      R"json(, {"unlock_all": {"win": "$win"}})json"};

constexpr std::array<Named<Synchronisation>, 3> synchronisations{
    {{"fence", by_fence}, {"pscw", by_groups}, {"lock_all", by_lock_all}}};

constexpr std::string_view exchanges = R"json([
    $places
    $before
    {"repeat": {"times": "$iterations", "as": "_i", "calls": [
        {"compute": {"ns": "$compute_ns"}},
        $begin
        $puts
        $end
    ]}}
    $after
])json";

std::string put_to(const HaloNeighbour& neighbour, std::size_t number, std::size_t count) {
    return fmt::format(R"json({{"if": {{"when": "$periodic || {}", "calls": [
            {{"put": {{"win": "$win", "target": "{}", "disp": "{} * $bytes", "count": "$bytes",
                       "value": "(rank * {} + _i + {}) % 256"}}}}]}}}},)json",
                       neighbour.is_there, neighbour.rank, number ^ 1U, count, number);
}

// "_n0": its rank, or -1, ...
std::string named(std::span<const HaloNeighbour> neighbours) {
    std::string members;
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
        members += fmt::format(R"json({}"_n{}": "$periodic || {} ? {} : -1")json", n == 0 ? "" : ", ", n,
                               neighbours[n].is_there, neighbours[n].rank);
    }
    return members;
}

// "_n0", and the others unless they are one of those before: in a ring of two the left neighbour is the right one.
std::string group(std::size_t neighbours) {
    std::string members;
    for (std::size_t n = 0; n < neighbours; ++n) {
        std::string known;
        for (std::size_t before = 0; before < n; ++before) {
            known += fmt::format("{}_n{} == _n{}", before == 0 ? "" : " || ", n, before);
        }
        members += n == 0 ? std::string("\"_n0\"") : fmt::format(R"json(, "{} ? -1 : _n{}")json", known, n);
    }
    return members;
}

}  // namespace

Json halo(const JsonValue& arguments, const HaloPattern& pattern, const Surroundings& around) {
    std::vector<std::string_view> members{"pattern", "win", "bytes", "iterations", "compute_ns", "periodic", "sync"};
    members.insert(members.end(), pattern.extents.begin(), pattern.extents.end());
    const JsonObject call(arguments, members);
    const std::vector<std::int64_t> grid = grid_of(call, pattern.extents, around.ranks);
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    const std::size_t count = pattern.neighbours.size();
    std::int64_t iterations = 1;
    std::int64_t compute_ns = 0;
    bool periodic = true;
    Synchronisation sync = by_fence;
    call.read("iterations", iterations, some_repetitions);
    call.read("compute_ns", compute_ns, limits::nanoseconds);
    call.read("periodic", periodic);
    if (const auto member = call.find("sync")) sync = member->one_of(synchronisations);

    std::string puts;
    for (std::size_t n = 0; n < count; ++n) puts += put_to(pattern.neighbours[n], n, count);
    Replacements replacements{
        {"places", std::string(pattern.places)},
        {"before", std::string(sync.before)},
        {"begin", std::string(sync.begin)},
        {"puts", puts},
        {"end", std::string(sync.end)},
        {"after", std::string(sync.after)},
        {"named", named(pattern.neighbours)},
        {"group", group(count)},
        {"win", window_with_room(call, "bytes", static_cast<std::int64_t>(count) * bytes, around)},
        {"bytes", std::to_string(bytes)},
        {"iterations", std::to_string(iterations)},
        {"compute_ns", std::to_string(compute_ns)},
        {"periodic", periodic ? "1" : "0"}};
    for (std::size_t k = 0; k < pattern.extents.size(); ++k) {
        replacements.emplace_back(std::string(pattern.extents[k]), std::to_string(grid[k]));
    }
    return written_out(exchanges, replacements);
}

}  // namespace rmasim::sim
