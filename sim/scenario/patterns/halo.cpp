#include "sim/scenario/patterns/halo.h"

#include "sim/scenario/patterns/grid.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// The texts of the synchronisation calls: before all exchanges, before the puts of an exchange, after the puts of an
// exchange, and after all exchanges.
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

// LOCK_ALL does not involve the target. The barrier therefore informs the neighbours that their data is complete.
constexpr Synchronisation by_lock_all{R"json({"lock_all": {"win": "$win"}},)json", "",
                                      R"json({"flush_all": {"win": "$win"}}, {"barrier": {$comm}})json",
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

// The put to a neighbour. `number` is the number of the neighbour among those of all windows. `first` is the number of
// the window's first neighbour, and `count` is the number of all neighbours. The displacement is relative to the
// window's own buffers.
std::string put_to(const HaloNeighbour& neighbour, std::size_t number, std::size_t first, std::size_t count) {
    return fmt::format(R"json({{"if": {{"when": "$periodic || {}", "calls": [
            {{"put": {{"win": "$win", "target": "{}", "disp": "{} * $bytes", "count": "$bytes",
                       "value": "($sender * {} + _i + {}) % 256"}}}}]}}}},)json",
                       neighbour.is_there, neighbour.rank, (number - first) ^ 1U, count, number);
}

// Members of a `let`: "_n0": ..., "_n1": ... The value is the rank of a neighbour, or -1 if the neighbour does not
// exist.
std::string named(std::span<const HaloNeighbour> neighbours, std::size_t first) {
    std::string members;
    for (std::size_t n = 0; n < neighbours.size(); ++n) {
        members += fmt::format(R"json({}"_n{}": "$periodic || {} ? {} : -1")json", n == 0 ? "" : ", ", first + n,
                               neighbours[n].is_there, neighbours[n].rank);
    }
    return members;
}

// The group of the neighbours, "_n0", "_n1", ... If a neighbour equals an earlier one, -1 replaces it: in a ring of two
// ranks, the left neighbour is also the right neighbour.
std::string group(std::size_t neighbours, std::size_t first) {
    std::string members;
    for (std::size_t n = first; n < first + neighbours; ++n) {
        std::string known;
        for (std::size_t before = first; before < n; ++before) {
            known += fmt::format("{}_n{} == _n{}", before == first ? "" : " || ", n, before);
        }
        members += n == first ? fmt::format("\"_n{}\"", n) : fmt::format(R"json(, "{} ? -1 : _n{}")json", known, n);
    }
    return members;
}

std::size_t neighbours_in(std::span<const HaloPart> parts) {
    std::size_t count = 0;
    for (const HaloPart& part : parts) count += part.neighbours.size();
    return count;
}

// The texts of an exchange: the calls of all windows for each member of Synchronisation, one window after another, and
// the puts.
struct Texts {
    std::string before, begin, puts, end, after;
};

Texts texts_of(std::span<const HaloPart> parts, const Synchronisation& sync) {
    Texts texts;
    const std::size_t count = neighbours_in(parts);
    std::size_t first = 0;
    for (const HaloPart& part : parts) {
        std::string puts;
        for (std::size_t n = 0; n < part.neighbours.size(); ++n) {
            puts += put_to(part.neighbours[n], first + n, first, count);
        }
        const Replacements own{{"named", named(part.neighbours, first)},
                               {"group", group(part.neighbours.size(), first)},
                               {"win", part.win},
                               {"rank", part.among.rank()},
                               {"size", part.among.size()},
                               {"comm", part.among.argument()}};
        texts.before += replaced(sync.before, own);
        texts.begin += replaced(sync.begin, own);
        texts.puts += replaced(puts, own);
        texts.end += (first == 0 ? "" : ", ") + replaced(sync.end, own);
        texts.after += replaced(sync.after, own);
        first += part.neighbours.size();
    }
    return texts;
}

}  // namespace

Json halo_in_parts(const JsonObject& call, std::string_view definitions, std::span<const HaloPart> parts,
                   const std::string& sender, const Replacements& grid) {
    std::int64_t iterations = 1;
    std::int64_t compute_ns = 0;
    bool periodic = true;
    Synchronisation sync = by_fence;
    call.read("iterations", iterations, some_repetitions);
    call.read("compute_ns", compute_ns, limits::nanoseconds);
    call.read("periodic", periodic);
    if (const auto member = call.find("sync")) sync = member->one_of(synchronisations);

    const Texts texts = texts_of(parts, sync);
    Replacements replacements{{"places", std::string(definitions)},
                              {"before", texts.before},
                              {"begin", texts.begin},
                              {"puts", texts.puts},
                              {"end", texts.end},
                              {"after", texts.after},
                              {"sender", sender},
                              {"bytes", std::to_string(call.at("bytes").integer(some_bytes))},
                              {"iterations", std::to_string(iterations)},
                              {"compute_ns", std::to_string(compute_ns)},
                              {"periodic", periodic ? "1" : "0"}};
    replacements.insert(replacements.end(), grid.begin(), grid.end());
    return written_out(exchanges, replacements, parts.front().among);
}

Json halo(const JsonValue& arguments, const HaloPattern& pattern, const Surroundings& around) {
    std::vector<std::string_view> members(halo_members.begin(), halo_members.end());
    members.insert(members.end(), {"win", "comm"});
    members.insert(members.end(), pattern.extents.begin(), pattern.extents.end());
    const JsonObject call(arguments, members);
    const Among all = among(call, around);
    const std::vector<std::int64_t> grid = grid_of(call, pattern.extents, all);
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    const auto count = static_cast<std::int64_t>(pattern.neighbours.size());
    const HaloPart part{window_with_room(call, "bytes", {count * bytes}, all, around), all, pattern.neighbours};
    Replacements extents;
    for (std::size_t k = 0; k < pattern.extents.size(); ++k) {
        extents.emplace_back(pattern.extents[k], std::to_string(grid[k]));
    }
    return halo_in_parts(call, pattern.definitions, std::span(&part, 1), all.rank(), extents);
}

}  // namespace rmasim::sim
