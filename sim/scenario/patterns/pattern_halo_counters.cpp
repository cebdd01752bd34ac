// Pattern halo_counters: Example A of NEC's proposal. It is a halo exchange in which the puts signal synchronisation
// counters. A second signal is necessary before a halo may be overwritten. The example has three variants of the second
// signal: a barrier, messages, or further counters.
//
// Rank r puts to rank (r + offset) % size for each offset. The target receives the data in the buffer of the opposite
// offset. The opposite of every offset must therefore be an offset, too.
#include "sim/scenario/patterns/pattern.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace {

enum class Signal : std::uint8_t { barrier, messages, counters };
constexpr std::array<Named<Signal>, 3> signals{
    {{"barrier", Signal::barrier}, {"messages", Signal::messages}, {"counters", Signal::counters}}};
enum class Order : std::uint8_t { as_printed, safe };
constexpr std::array<Named<Order>, 2> orders{{{"as_printed", Order::as_printed}, {"safe", Order::safe}}};

struct Halo {
    Signal signal = Signal::barrier;
    Order order = Order::as_printed;
    bool restart = false;
};

constexpr std::string_view declare = R"json(
    {"array": {"_to": $n, "_disp": $n, "_counters": $counters, "_updated": $n, "_free": $n, "_put_req": $n,
               "_free_req": $n, "_send_req": $requests, "_recv_req": $requests}},
    {"let": {$places}},
    {"win_alloc_sync_objects": {"win": "$win", "n": $counters, "as": "_counters"}})json";

constexpr std::string_view exchange_updated = R"json(
    {"repeat": {"times": $n, "as": "_i", "calls": [
        {"irecv": {$among "source": "_to[_i]", "tag": 1, "datatype": "handle_sync", "as": "_updated[_i]",
                   "request": "_recv_req[_i]"}},
        {"isend": {$among "target": "_to[_i]", "tag": 1, "datatype": "handle_sync", "value": "_counters[0]",
                   "request": "_send_req[_i]"}}$exchange_free]}},
    {"waitall": {"requests": "_recv_req"}},
    {"waitall": {"requests": "_send_req"}})json";

constexpr std::string_view exchange_free = R"json(,
        {"irecv": {$among "source": "_to[_i]", "tag": 1, "datatype": "handle_sync", "as": "_free[_i]",
                   "request": "_recv_req[$n + _i]"}},
        {"isend": {$among "target": "_to[_i]", "tag": 1, "datatype": "handle_sync", "value": "_counters[1]",
                   "request": "_send_req[$n + _i]"}})json";

constexpr std::string_view init_updated = R"json(
    {"win_sync_object_init": {"win": "$win", "counter": "_counters[0]", "count": $n, "info": {"restart": $restart},
                              "request": "_updated_req"}})json";
constexpr std::string_view init_free = R"json(
    {"win_sync_object_init": {"win": "$win", "counter": "_counters[1]", "count": $n, "info": {"restart": $restart},
                              "request": "_dest_free_req"}})json";

constexpr std::string_view init_operations = R"json(
    {"repeat": {"times": $n, "as": "_i", "calls": [
        {"win_sync_ops_init": {"win": "$win", "target": "_to[_i]", "mode": ["put"], "counter": "_updated[_i]",
                               "info": {"restart": $restart}, "request": "_put_req[_i]"}}$init_free_ops]}})json";
constexpr std::string_view init_free_operations = R"json(,
        {"win_sync_ops_init": {"win": "$win", "target": "_to[_i]", "mode": [], "counter": "_free[_i]",
                               "info": {"restart": $restart}, "request": "_free_req[_i]"}})json";

constexpr std::string_view start_operations = R"json({"startall": {"requests": "_put_req"}})json";
constexpr std::string_view start_updated = R"json({"start": {"request": "_updated_req"}})json";
constexpr std::string_view start_free = R"json({"start": {"request": "_dest_free_req"}})json";
constexpr std::string_view start_free_operations = R"json({"startall": {"requests": "_free_req"}})json";

constexpr std::string_view put_one = R"json(
    {"put": {"win": "$win", "target": "_to[_k]", "disp": "_disp[_k]", "count": $bytes,
             "value": "($rank * $n + _k + _round) % 256"}})json";
constexpr std::string_view put_all =
    R"json({"repeat": {"times": $n, "as": "_i", "calls": [{"let": {"_k": "_i"}}, $put]}})json";

constexpr std::string_view messages = R"json(
    {"repeat": {"times": $n, "as": "_i", "calls": [
        {"irecv": {$among "source": "_to[_i]", "tag": 2, "count": 0, "request": "_recv_req[_i]"}},
        {"isend": {$among "target": "_to[_i]", "tag": 2, "count": 0, "request": "_send_req[_i]"}}]}},
    {"repeat": {"times": $n, "as": "_i", "calls": [{"waitany": {"requests": "_recv_req", "as": "_k"}}, $put]}})json";

// The calls of a round between the computation and the last put.
std::string puts_of(const Halo& halo) {
    switch (halo.signal) {
        case Signal::barrier: return R"json({"barrier": {$comm}}, )json" + std::string(put_all);
        case Signal::messages: return std::string(messages);
        case Signal::counters: break;
    }
    const std::string free =
        halo.restart ? R"json({"waitall": {"requests": "_free_req"}})json" : std::string(start_free_operations);
    return free + R"json(, {"wait": {"request": "_dest_free_req"}}, )json" + std::string(put_all);
}

std::string joined(const std::vector<std::string>& calls) {
    std::string text;
    for (const std::string& call : calls) text += (text.empty() ? "" : ",\n") + call;
    return text;
}

std::string starts_of(const Halo& halo, bool operations) {
    std::vector<std::string> calls;
    if (operations) calls.emplace_back(start_operations);
    calls.emplace_back(start_updated);
    if (halo.signal == Signal::counters) calls.emplace_back(start_free);
    return joined(calls);
}

std::string pattern_of(const Halo& halo) {
    const bool counters = halo.signal == Signal::counters;
    std::vector<std::string> calls{std::string(declare)};
    const auto add_objects = [&] {
        calls.emplace_back(init_updated);
        if (counters) calls.emplace_back(init_free);
        if (halo.restart) calls.push_back(starts_of(halo, false));
    };
    if (halo.order == Order::safe) add_objects();
    calls.emplace_back(exchange_updated);
    if (halo.order == Order::as_printed) add_objects();
    calls.emplace_back(init_operations);
    if (halo.restart) calls.emplace_back(start_operations);
    if (halo.restart && counters) calls.emplace_back(start_free_operations);
    std::vector<std::string> round;
    if (!halo.restart) round.push_back(starts_of(halo, true));
    round.emplace_back(R"json({"compute": {"ns": $compute_ns}})json");
    round.push_back(puts_of(halo));
    round.emplace_back(R"json({"waitall": {"requests": "_put_req"}})json");
    if (halo.signal == Signal::messages) round.emplace_back(R"json({"waitall": {"requests": "_send_req"}})json");
    round.emplace_back(R"json({"wait": {"request": "_updated_req"}})json");
    calls.push_back(R"json({"repeat": {"times": $iterations, "as": "_round", "calls": [)json" + joined(round) + "]}}");
    calls.emplace_back(R"json({"win_free_sync_objects": {"win": "$win", "counters": "_counters"}})json");
    return '[' + joined(calls) + ']';
}

// For each offset, the index of the opposite offset. Each index occurs once. Raises BadInput if an opposite offset is
// missing.
std::vector<std::size_t> opposites(const std::vector<std::int64_t>& offsets, Rank ranks, const JsonValue& list) {
    const auto reduced = [ranks](std::int64_t offset) { return (offset % ranks + ranks) % ranks; };
    std::vector<std::size_t> indices(offsets.size(), offsets.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        for (std::size_t k = 0; k < offsets.size() && indices[i] == offsets.size(); ++k) {
            const bool taken = std::find(indices.begin(), indices.end(), k) != indices.end();
            if (!taken && reduced(offsets[k]) == reduced(-offsets[i])) indices[i] = k;
        }
        if (indices[i] == offsets.size()) list.fail("a list with the negative of each of its offsets, as in [-1, 1]");
    }
    return indices;
}

// Members of a `let` with the target and the displacement of each put: "_to[0]": "(rank + 1) % size", "_disp[0]": 64,
// ...
std::string definitions_of(const std::vector<std::int64_t>& offsets, const std::vector<std::size_t>& opposite,
                      std::int64_t bytes) {
    std::vector<std::string> members;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        members.push_back(fmt::format(R"("_to[{}]": "($rank + {}) % $size", "_disp[{}]": {})", i, offsets[i], i,
                                      static_cast<std::int64_t>(opposite[i]) * bytes));
    }
    return joined(members);
}

}  // namespace

Json halo_counters(const JsonValue& arguments, const Surroundings& around) {
    const JsonObject call(arguments, {"pattern", "win", "comm", "neighbours", "bytes", "iterations", "compute_ns",
                                      "signal", "restart", "order"});
    const Among all = among(call, around);
    const JsonValue list = call.at("neighbours");
    std::vector<std::int64_t> offsets;
    for (const JsonValue& item : list.items(limits::max_halo_neighbours, 1)) {
        offsets.push_back(item.integer({-limits::max_ranks, limits::max_ranks}));
    }
    const auto n = static_cast<std::int64_t>(offsets.size());
    const std::int64_t bytes = call.at("bytes").integer(some_bytes);
    std::int64_t iterations = 1;
    std::int64_t compute_ns = 0;
    Halo halo;
    call.read("iterations", iterations, some_repetitions);
    call.read("compute_ns", compute_ns, limits::nanoseconds);
    call.read("restart", halo.restart);
    halo.signal = call.at("signal").one_of(signals);
    if (const auto order = call.find("order")) halo.order = order->one_of(orders);
    const bool counters = halo.signal == Signal::counters;
    const auto opposite = opposites(offsets, one_size(call, all), list);
    return written_out(pattern_of(halo),
                       {{"exchange_free", counters ? std::string(exchange_free) : ""},
                        {"init_free_ops", counters ? std::string(init_free_operations) : ""},
                        {"put", std::string(put_one)},
                        {"places", definitions_of(offsets, opposite, bytes)},
                        {"win", window_with_room(call, "bytes", {n * bytes}, all, around)},
                        {"counters", counters ? "2" : "1"},
                        {"requests", std::to_string(counters ? 2 * n : n)},
                        {"restart", halo.restart ? "true" : "false"},
                        {"bytes", std::to_string(bytes)},
                        {"iterations", std::to_string(iterations)},
                        {"compute_ns", std::to_string(compute_ns)},
                        {"n", std::to_string(n)}},
                       all);
}

}  // namespace rmasim::sim
