#include "tests/memmodel/worlds/parts.h"

#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace rmasim::memmodel_worlds {

std::string access_of(std::string_view kind, bool first_word, int nth) {
    const int disp = first_word ? 0 : 8;
    const int value = nth == 0 ? 5 : 9;
    const std::string at = fmt::format(R"("disp": {}, "datatype": "int64")", disp);
    if (kind == "load") return fmt::format(R"({{"load": {{{}, "as": "x{}"}}}})", at, nth);
    if (kind == "store") return fmt::format(R"({{"store": {{{}, "value": {}}}}})", at, value);
    if (kind == "get") return fmt::format(R"({{"get": {{"target": 1, {}, "as": "x{}"}}}})", at, nth);
    if (kind == "put") return fmt::format(R"({{"put": {{"target": 1, {}, "value": {}}}}})", at, value);
    if (kind == "swap") {
        return fmt::format(R"({{"compare_and_swap": {{"target": 1, {}, "value": {}, "compare": 3, "as": "x{}"}}}})", at,
                           value, nth);
    }
    // Sums of another datatype carry into the other half.
    if (kind == "sum32") {
        return fmt::format(
            R"({{"accumulate": {{"target": 1, "disp": {}, "datatype": "int32", "op": "sum", "value": 2}}}})", disp);
    }
    const int operand = kind == "sum" ? -4 : 2;
    return fmt::format(R"({{"accumulate": {{"target": 1, {}, "op": "{}", "value": {}}}}})", at, kind, operand);
}

Calls joined(Calls one, const Calls& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

std::vector<Pair> all_pairs() {
    std::vector<Pair> pairs;
    for (const std::string_view first : {"get", "put", "sum", "swap"}) {
        for (const std::string_view second : {"load", "store", "get", "put", "sum", "prod", "sum32", "swap"}) {
            for (const bool same : {true, false}) {
                pairs.push_back({first, second, By::owner, same});
                if (!is_local(second) && same) pairs.push_back({first, second, By::origin, same});
            }
        }
    }
    return pairs;
}

std::string list(const Calls& calls) { return fmt::format("[{}]", fmt::join(calls, ", ")); }

namespace {

struct Programs {
    std::vector<std::string> origin, owner;
};

struct Mode {
    std::string_view name;
    bool for_owner_only = false;  // the second access is the owner's
    bool for_local_only = false;  // ... and a load or store
    bool competes = false;        // for exclusive locks
    Programs (*programs)(const std::string& first, const std::string& second, By by);
};

Calls around(const std::string& open, const Calls& inside, const std::string& close) {
    Calls calls{open};
    calls.insert(calls.end(), inside.begin(), inside.end());
    calls.push_back(close);
    return calls;
}
const std::string fence = R"({"fence": {}})";
const std::string exclusive = R"({"lock": {"target": 1, "type": "exclusive"}})";
const std::string shared = R"({"lock": {"target": 1, "type": "shared"}})";
const std::string unlock = R"({"unlock": {"target": 1}})";
const std::string lock_all = R"({"lock_all": {}})";
const std::string unlock_all = R"({"unlock_all": {}})";
const std::string flush = R"({"flush": {"target": 1}})";
const std::string sync = R"({"sync": {}})";
const std::string notify_owner = R"({"send": {"target": 1, "datatype": "int64", "value": 1}})";
const std::string notify_origin = R"({"send": {"target": 0, "datatype": "int64", "value": 1}})";
const std::string await_owner = R"({"recv": {"source": 1, "datatype": "int64"}})";
const std::string await_origin = R"({"recv": {"source": 0, "datatype": "int64"}})";

// The accesses of each rank, if both are in one epoch.
Programs in_one(const std::string& first, const std::string& second, By by, const std::string& open,
                const std::string& close, const std::string& open_owner, const std::string& close_owner) {
    if (by == By::origin) return {around(open, {first, second}, close), around(open_owner, {}, close_owner)};
    return {around(open, {first}, close), around(open_owner, {second}, close_owner)};
}

Programs in_fence(const std::string& first, const std::string& second, By by) {
    return in_one(first, second, by, fence, fence, fence, fence);
}
Programs in_two_fences(const std::string& first, const std::string& second, By by) {
    const Calls one{fence, first, fence}, none{fence, fence};
    if (by == By::origin) return {joined(one, {second, fence}), joined(none, {fence})};
    return {joined(one, {fence}), joined(none, {second, fence})};
}
Programs in_pscw(const std::string& first, const std::string& second, By by) {
    return in_one(first, second, by, R"({"start": {"group": [1]}})", R"({"complete": {}})",
                  R"({"post": {"group": [0]}})", R"({"wait": {}})");
}
Programs after_pscw(const std::string& first, const std::string& second, By) {
    return {around(R"({"start": {"group": [1]}})", {first}, R"({"complete": {}})"),
            joined(around(R"({"post": {"group": [0]}})", {}, R"({"wait": {}})"), {second})};
}
Programs in_exclusive(const std::string& first, const std::string& second, By by) {
    if (by == By::origin) return {around(exclusive, {first, second}, unlock), {}};
    return {around(exclusive, {first}, unlock), around(exclusive, {second}, unlock)};
}
Programs in_turn(const std::string& first, const std::string& second, By by) {
    const Calls one = around(exclusive, {first}, unlock), other = around(exclusive, {second}, unlock);
    if (by == By::origin) return {joined(one, other), {}};
    return {joined(one, {notify_owner}), joined({await_origin}, other)};
}
Programs in_turn_back(const std::string& first, const std::string& second, By) {
    return {joined({await_owner}, around(exclusive, {first}, unlock)),
            joined(around(exclusive, {second}, unlock), {notify_origin})};
}
Programs in_shared(const std::string& first, const std::string& second, By by) {
    if (by == By::origin) return {around(shared, {first, second}, unlock), {}};
    return {around(shared, {first}, unlock), around(shared, {second}, unlock)};
}
Programs in_lock_all(const std::string& first, const std::string& second, By by) {
    if (by == By::origin) return {around(lock_all, {first, second}, unlock_all), {}};
    return {around(lock_all, {first}, unlock_all), around(lock_all, {second}, unlock_all)};
}
Programs flush_and_notify(const std::string& first, const std::string& second, By by) {
    if (by == By::origin) return {around(lock_all, {first, flush, second}, unlock_all), {}};
    return {around(lock_all, {first, flush, notify_owner}, unlock_all),
            around(lock_all, {await_origin, sync, second}, unlock_all)};
}
Programs without_lock(const std::string& first, const std::string& second, By) {
    return {around(exclusive, {first}, unlock), {second}};
}
Programs notify_without_lock(const std::string& first, const std::string& second, By) {
    return {joined(around(exclusive, {first}, unlock), {notify_owner}), {await_origin, second}};
}
Programs before_without_lock(const std::string& first, const std::string& second, By) {
    return {joined({await_owner}, around(exclusive, {first}, unlock)), {second, notify_origin}};
}

constexpr std::array<Mode, 14> modes{{
    {"fence", false, false, false, in_fence},
    {"two fences", false, false, false, in_two_fences},
    {"pscw", false, true, false, in_pscw},
    {"after pscw", true, true, false, after_pscw},
    {"exclusive locks", false, false, true, in_exclusive},
    {"exclusive locks, told", false, false, false, in_turn},
    {"exclusive locks, told back", true, false, false, in_turn_back},
    {"shared locks", false, false, false, in_shared},
    {"lock_all", false, false, false, in_lock_all},
    {"flush, told", false, false, false, flush_and_notify},
    {"owner without lock", true, true, false, without_lock},
    {"owner told, without lock", true, true, false, notify_without_lock},
    {"owner before, without lock", true, true, false, before_without_lock},
    {"pscw, one origin", false, false, false, in_pscw},
}};

bool fits(const Mode& mode, const Pair& pair) {
    const bool owner = pair.by == By::owner;
    if (mode.name == "pscw, one origin") return !owner;
    if (mode.for_owner_only && !owner) return false;
    return !mode.for_local_only || (owner && is_local(pair.second));
}

// The owner fills its window before anything else happens: with 3 and 3 + step.
sim::Scenario scenario_of(const Programs& programs, std::string_view model, std::string_view settings, int step = 0) {
    const std::string store =
        fmt::format(R"({{"store": {{"count": 2, "datatype": "int64", "value": 3, "step": {}}}}})", step);
    const Calls fill{exclusive, store, unlock};
    const Calls ready{R"({"barrier": {}})"};
    const std::string text = fmt::format(
        R"({{"name": "world", "ranks": 2, "semantics": "{}", "windows": {{"w": {{"bytes": 16}}}},
             "buffers": {{"b": {{"bytes": 16}}}}, {}
             "platform": {{"network": {{"reorder_ns": 1}}}},
             "programs": [{{"ranks": "0", "calls": {}}}, {{"ranks": "1", "calls": {}}}]}})",
        model, settings, list(joined(ready, programs.origin)), list(joined(joined(fill, ready), programs.owner)));
    return sim::parse_scenario(sim::parse_json(text), ".");
}

// Operations with a buffer, and what else is done to it before they are complete.
struct OnBuffer {
    std::string_view name;
    const char* first;
    const char* second;
};
constexpr std::array<OnBuffer, 6> on_buffers{{
    {"result, load", R"({"get": {"target": 1, "datatype": "int64", "into": {"buffer": "b"}}})",
     R"({"load": {"buffer": "b", "datatype": "int64", "as": "x"}})"},
    {"result, store", R"({"get": {"target": 1, "datatype": "int64", "into": {"buffer": "b"}}})",
     R"({"store": {"buffer": "b", "datatype": "int64", "value": 9}})"},
    {"two results", R"({"get": {"target": 1, "datatype": "int64", "into": {"buffer": "b"}}})",
     R"({"get": {"target": 1, "datatype": "int64", "disp": 8, "into": {"buffer": "b"}}})"},
    // The other way round New RMA has one order only in PSCW: GETs that wait move behind other operations.
    {"two results, fetch_and_op",
     R"({"fetch_and_op": {"target": 1, "datatype": "int64", "op": "sum", "value": 1, "into": {"buffer": "b"}}})",
     R"({"get": {"target": 1, "datatype": "int64", "disp": 8, "into": {"buffer": "b"}}})"},
    {"source, store", R"({"put": {"target": 1, "datatype": "int64", "from": {"buffer": "b"}}})",
     R"({"store": {"buffer": "b", "datatype": "int64", "value": 9}})"},
    {"source, load", R"({"put": {"target": 1, "datatype": "int64", "from": {"buffer": "b"}}})",
     R"({"load": {"buffer": "b", "datatype": "int64", "as": "x"}})"},
}};

// Behind a lock it has both orders, on a network that reorders.
void add_results_behind_a_lock(std::string_view model, std::vector<World>& worlds) {
    const char* const get = R"({"get": {"target": 1, "datatype": "int64", "disp": 8, "into": {"buffer": "b"}}})";
    const char* const fetch =
        R"({"fetch_and_op": {"target": 1, "datatype": "int64", "op": "sum", "value": 1, "into": {"buffer": "b"}}})";
    for (const auto& [begin, end] : {std::pair{exclusive, unlock}, std::pair{lock_all, unlock_all}}) {
        worlds.push_back({fmt::format("buffer, fetch_and_op behind get, {}, {}", end, model),
                          scenario_of({{begin, get, fetch, end}, {}}, model, "", 1), false});
    }
}

// START may return before POST is called, and the operation then waits for POST: the operation accesses its buffer
// before or after the calls that follow it. The calls after COMPLETE are correct, unless the call is an operation,
// which has no epoch at that point.
void add_buffers(std::string_view model, std::vector<World>& worlds) {
    const std::string start = R"({"start": {"group": [1]}})", complete = R"({"complete": {}})";
    const std::string fill = R"({"store": {"buffer": "b", "datatype": "int64", "value": 7}})";
    const Calls owner{R"({"post": {"group": [0]}})", R"({"wait": {}})"};
    for (const OnBuffer& on : on_buffers) {
        const Calls during{fill, start, on.first, on.second, complete},
            after{fill, start, on.first, complete, on.second};
        for (const bool waits : {false, true}) {
            if (waits && on.name.starts_with("two results")) continue;
            worlds.push_back({fmt::format("buffer, {}{}, {}", on.name, waits ? ", after COMPLETE" : "", model),
                              scenario_of({waits ? after : during, owner}, model,
                                          R"("protocol": {"optimizations": {"piggyback": false}},)", 1),
                              false});
        }
    }
}

}  // namespace

std::vector<World> all_worlds() {
    std::vector<World> worlds;
    for (const std::string_view model : {"separate", "unified"}) {
        for (const Mode& mode : modes) {
            for (const Pair& pair : all_pairs()) {
                if (!fits(mode, pair)) continue;
                const Programs programs =
                    mode.programs(access_of(pair.first, true, 0), access_of(pair.second, pair.same_bytes, 1), pair.by);
                const bool swaps = pair.first == "swap" && pair.second == "swap";
                worlds.push_back({fmt::format("{}, {} and {}{}, {} bytes, {}", mode.name, pair.first,
                                              pair.by == By::owner ? "the owner's " : "", pair.second,
                                              pair.same_bytes ? "same" : "other", model),
                                  scenario_of(programs, model, ""), mode.competes || swaps});
            }
        }
        add_buffers(model, worlds);
        add_results_behind_a_lock(model, worlds);
        add_counters(model, worlds);
    }
    return worlds;
}

}  // namespace rmasim::memmodel_worlds
