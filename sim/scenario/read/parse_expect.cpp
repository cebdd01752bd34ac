#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/parse_window.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::array<Named<std::string_view>, 7> outcomes{{{"finished", "finished"},
                                                           {"deadlock", "deadlock"},
                                                           {"lost_rank", "lost_rank"},
                                                           {"lost_packet", "lost_packet"},
                                                           {"erroneous", "erroneous"},
                                                           {"assertion", "assertion"},
                                                           {"crash", "crash"}}};

std::uint64_t count_of(const JsonValue& value) { return static_cast<std::uint64_t>(value.integer({0, INT64_MAX})); }

// Raises BadInput for an empty object, because every run would satisfy it.
void require_something(const JsonValue& value, const char* what) {
    if (value.members(limits::max_pairs).empty()) value.fail(std::string("at least one of ") + what);
}

CountRange range_of(const JsonValue& value) {
    if (!value.is_object()) return count_of(value);
    const JsonObject object(value, {"min", "max"});
    require_something(value, "min and max");
    CountRange range;
    if (const auto min = object.find("min")) range.min = count_of(*min);
    if (const auto max = object.find("max")) {
        range.max = static_cast<std::uint64_t>(max->integer({static_cast<std::int64_t>(range.min), INT64_MAX}));
    }
    return range;
}

KindCounts parse_kinds(const JsonValue& value) {
    KindCounts counts;
    for (const auto& [kind, count] : value.members(limits::max_kinds)) {
        if (!is_packet_name(kind)) throw BadInput(count.location(), "an unknown kind of packet", packet_kind_form);
        counts[kind] = range_of(count);
    }
    return counts;
}

// The number of ranks in all groups together. In the names of pairs, rank r of group g has the number g * ranks + r.
Rank ranks_in_pairs(const Scenario& scenario) {
    constexpr std::int64_t max = 100'000'000;
    return static_cast<Rank>(std::min(max, scenario.ranks * scenario.groups));
}

// Raises BadInput if `pair` does not have the form "0>1", or if one of its ranks does not exist.
void check_pair(const std::string& pair, const JsonValue& value, Rank ranks) {
    const std::size_t arrow = pair.find('>');
    const auto is_rank = [&](const std::string& text) {
        const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        return number && text.size() <= 8 && std::stol(text) < ranks && (text == "0" || text.front() != '0');
    };
    if (arrow == std::string::npos || !is_rank(pair.substr(0, arrow)) || !is_rank(pair.substr(arrow + 1))) {
        throw BadInput(value.location(), "the pair \"" + pair + "\"",
                       fmt::format("\"SOURCE>TARGET\", ranks from 0 to {}", ranks - 1));
    }
}

// Reads the expected packet counts by kind. They are an object, or a list of alternatives.
void parse_alternatives(const JsonValue& value, Expectations& expect) {
    if (!value.is_array()) {
        expect.by_kind = parse_kinds(value);
        return;
    }
    for (const JsonValue& item : value.items(limits::max_alternatives, 1)) {
        expect.by_kind_alternatives.push_back(parse_kinds(item));
    }
    expect.by_kind = expect.by_kind_alternatives.front();
    expect.by_kind_alternatives.erase(expect.by_kind_alternatives.begin());
}

void parse_messages(const JsonValue& value, Rank ranks, Expectations& expect) {
    const JsonObject object(value, {"total", "bytes", "by_kind", "between_nodes", "by_pair"});
    require_something(value, "total, bytes, by_kind, between_nodes and by_pair");
    if (const auto total = object.find("total")) expect.messages_total = range_of(*total);
    if (const auto bytes = object.find("bytes")) expect.messages_bytes = range_of(*bytes);
    if (const auto kinds = object.find("by_kind")) parse_alternatives(*kinds, expect);
    if (const auto kinds = object.find("between_nodes")) expect.between_nodes = parse_kinds(*kinds);
    const auto pairs = object.find("by_pair");
    if (!pairs) return;
    expect.by_pair.emplace();
    for (const auto& [pair, kinds] : pairs->members(limits::max_pairs, 1)) {
        check_pair(pair, kinds, ranks);
        (*expect.by_pair)[pair] = parse_kinds(kinds);
    }
}

// Reads an expected value: an integer, or an expression over rank and size. The result is the text of the value.
std::string parse_value(const JsonValue& value) {
    if (value.is_number()) return std::to_string(value.integer());
    if (!value.is_text()) value.fail("an integer, or a string with an expression");
    std::string text = value.text(max_expression_length, 1);
    try {
        if (Expression::compile(text, value.scope()).uses_random())
            throw ExpressionError("random() is not allowed in expectations");
    } catch (const ExpressionError& error) {
        value.fail(fmt::format("an integer expression ({})", error.what()));
    }
    return text;
}

MemoryExpectation parse_memory(const JsonValue& value, const Scenario& scenario, RankReader& reader) {
    const JsonObject object(value, {"ranks", "win", "buffer", "disp", "datatype", "values"});
    MemoryExpectation memory{.location = value.location(), .ranks = "all", .window = 0, .values = {}};
    const auto ranks = object.find("ranks");
    if (ranks) memory.ranks = ranks->text(limits::max_rank_list_length, 1);
    const std::vector<Rank> meant = reader.meant(memory.ranks, ranks ? ranks->location() : memory.location);
    memory.window = parse_space(object, scenario.windows, scenario.buffers);
    object.read("disp", memory.disp_bytes, limits::disp);
    if (const auto datatype = object.find("datatype")) memory.datatype = datatype->one_of(datatypes());
    const JsonValue values = object.at("values");
    for (const JsonValue& item : values.items(limits::max_values, 1)) memory.values.push_back(parse_value(item));
    const WindowSettings& window = scenario.space(memory.window);
    const std::uint64_t end = memory.disp_bytes + memory.values.size() * bytes_of(memory.datatype);
    for (const Rank rank : meant) {
        if (end <= window.bytes.of(rank)) continue;
        const std::string of_rank = window.bytes.same() ? "" : fmt::format(" of rank {}", rank);
        throw BadInput(values.location(), fmt::format("values up to byte {}", end),
                       fmt::format("the {} bytes of {} \"{}\"{}", window.bytes.of(rank),
                                   kind_of_space(scenario.windows, memory.window), window.name, of_rank));
    }
    return memory;
}

CounterExpectation parse_counter(const JsonValue& value, const Scenario& scenario, RankReader& reader) {
    const JsonObject object(value, {"ranks", "win", "counter", "value", "lost"});
    if (!scenario.family->calls().contains(Call::win_alloc_sync_objects)) {
        value.fail("no expectation of counters, because family " + std::string(scenario.family->name()) +
                   " has no counters");
    }
    CounterExpectation counter{.location = value.location(), .ranks = "all", .value = {}, .lost = {}};
    const auto ranks = object.find("ranks");
    if (ranks) counter.ranks = ranks->text(limits::max_rank_list_length, 1);
    reader.meant(counter.ranks, ranks ? ranks->location() : counter.location);
    counter.window = parse_window(object, scenario.windows);
    counter.counter = static_cast<std::uint32_t>(object.at("counter").integer({0, 65'535}));
    if (const auto expected = object.find("value")) counter.value = expected->integer();
    if (const auto lost = object.find("lost")) counter.lost = lost->integer({0, INT64_MAX});
    return counter;
}

// The names of the pools. The global levels are first, then the local levels by window.
std::vector<std::string> pool_names(const Scenario& scenario) {
    std::vector<Pool> pools = pools_of(scenario);
    const auto pool_order = [](const Pool& pool) { return pool.level == PoolLevel::global ? 0 : 1 + pool.window; };
    std::stable_sort(pools.begin(), pools.end(),
                     [&](const Pool& a, const Pool& b) { return pool_order(a) < pool_order(b); });
    std::vector<std::string> names;
    for (const Pool& pool : pools) names.push_back(pool.name);
    return names;
}

void parse_high_water(const JsonValue& value, const Scenario& scenario, Expectations& expect) {
    const std::vector<std::string> pools = pool_names(scenario);
    for (const auto& [pool, max] : value.members(2 * limits::max_windows + 2, 1)) {
        if (std::find(pools.begin(), pools.end(), pool) == pools.end()) {
            throw BadInput(max.location(), "an unknown pool",
                           pools.empty() ? fmt::format("no expectation of pools, because family {} has no pools",
                                                       scenario.family->name())
                                         : fmt::format("one of {}", fmt::join(pools, ", ")));
        }
        expect.high_water_at_most[pool] = count_of(max);
    }
}

void parse_time(const JsonValue& value, Expectations& expect) {
    const JsonObject object(value, {"min", "max"});
    require_something(value, "min and max");
    if (const auto min = object.find("min")) expect.time_ns_min = min->integer({0, INT64_MAX});
    if (const auto max = object.find("max"))
        expect.time_ns_max = max->integer({expect.time_ns_min.value_or(0), INT64_MAX});
}

}  // namespace

bool Expectations::any() const {
    return outcome || messages_total || messages_bytes || by_kind || between_nodes || by_pair || !memory.empty() ||
           !counters.empty() || !high_water_at_most.empty() || time_ns_min || time_ns_max;
}

Expectations parse_expectations(const JsonValue& value, const Scenario& scenario) {
    const JsonObject object(value, {"outcome", "messages", "memory", "counters", "high_water", "time_ns"});
    Expectations expect;
    if (const auto outcome = object.find("outcome")) expect.outcome = outcome->one_of(outcomes);
    if (const auto messages = object.find("messages")) parse_messages(*messages, ranks_in_pairs(scenario), expect);
    if (const auto memory = object.find("memory")) {
        RankReader reader(scenario.ranks, scenario.scope);
        for (const JsonValue& item : memory->items(limits::max_memory_expectations)) {
            expect.memory.push_back(parse_memory(item, scenario, reader));
        }
    }
    if (const auto counters = object.find("counters")) {
        RankReader reader(scenario.ranks, scenario.scope);
        for (const JsonValue& item : counters->items(limits::max_memory_expectations)) {
            expect.counters.push_back(parse_counter(item, scenario, reader));
        }
    }
    if (const auto high_water = object.find("high_water")) parse_high_water(*high_water, scenario, expect);
    if (const auto time = object.find("time_ns")) parse_time(*time, expect);
    return expect;
}

}  // namespace rmasim::sim
