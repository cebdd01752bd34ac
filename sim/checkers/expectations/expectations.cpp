#include "sim/checkers/expectations/expectations.h"

#include "sim/machine/memory/elements.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/program/ranks.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

using Kinds = std::map<std::string, std::uint64_t>;

using Differences = std::vector<Difference>;

template <class T>
void compare(Differences& found, const std::string& what, const T& expected, const T& got) {
    if (expected != got) found.push_back({what, fmt::format("{}", expected), fmt::format("{}", got)});
}

// Compares a count with the expected number or range.
void compare(Differences& found, const std::string& what, const CountRange& expected, std::uint64_t got) {
    if (expected.has(got)) return;
    const char* const bound = expected.min == expected.max ? "" : got < expected.min ? "at least " : "at most ";
    const std::uint64_t limit = got < expected.min ? expected.min : expected.max;
    found.push_back({what, fmt::format("{}{}", bound, limit), std::to_string(got)});
}

void compare_kinds(Differences& found, const std::string& what, const KindCounts& expected, const Kinds& got) {
    for (const auto& [kind, count] : expected) {
        const auto at = got.find(kind);
        compare(found, what + '.' + kind, count, at == got.end() ? 0 : at->second);
    }
    for (const auto& [kind, count] : got) {
        if (!expected.contains(kind)) compare(found, what + '.' + kind, CountRange(0), count);
    }
}

bool matches(const KindCounts& expected, const Kinds& got) {
    Differences found;
    compare_kinds(found, "", expected, got);
    return found.empty();
}

class CountComparison {
public:
    CountComparison(const Scenario& scenario, const Measured& measured) : scenario_(scenario), measured_(measured) {}

    Differences all() {
        compare_messages();
        compare_elements();
        compare_time();
        return std::move(found_);
    }

private:
    void compare_messages() {
        const Expectations& expect = scenario_.expect;
        // The default expectation is that the scenario finishes.
        compare(found_, "outcome", expect.outcome.value_or("finished"), std::string(measured_.outcome));
        if (expect.messages_total) compare(found_, "messages.total", *expect.messages_total, measured_.messages);
        if (expect.messages_bytes) compare(found_, "messages.bytes", *expect.messages_bytes, measured_.message_bytes);
        const auto& others = expect.by_kind_alternatives;
        const bool is_other =
            std::ranges::any_of(others, [&](const KindCounts& other) { return matches(other, measured_.by_kind); });
        if (expect.by_kind && !is_other) compare_kinds(found_, "messages.by_kind", *expect.by_kind, measured_.by_kind);
        if (expect.between_nodes)
            compare_kinds(found_, "messages.between_nodes", *expect.between_nodes, measured_.between_nodes);
        if (!expect.by_pair) return;
        for (const auto& [pair, kinds] : *expect.by_pair) {
            const auto at = measured_.by_pair.find(pair);
            compare_kinds(found_, "messages.by_pair." + pair, kinds,
                          at == measured_.by_pair.end() ? Kinds{} : at->second);
        }
    }

    void compare_elements() {
        for (const auto& [pool, max] : scenario_.expect.high_water_at_most) {
            const std::uint64_t got = measured_.high_water.at(pool);
            if (got > max)
                found_.push_back({"high_water." + pool, fmt::format("at most {}", max), std::to_string(got)});
        }
    }

    void compare_time() {
        const Expectations& expect = scenario_.expect;
        const std::int64_t got = measured_.time_ns;
        const auto wrong = [&](const char* bound, std::int64_t ns) {
            found_.push_back({"time_ns", fmt::format("{} {}", bound, ns), std::to_string(got)});
        };
        if (expect.time_ns_min && got < *expect.time_ns_min) wrong("at least", *expect.time_ns_min);
        if (expect.time_ns_max && got > *expect.time_ns_max) wrong("at most", *expect.time_ns_max);
    }

    const Scenario& scenario_;
    const Measured& measured_;
    Differences found_;
};

class RankComparison {
public:
    RankComparison(const Scenario& scenario, const WindowMemory& memory, const ProcessOf& process_of, RankRange ranks)
        : scenario_(scenario), process_of_(process_of), memory_(memory), reader_(scenario.ranks, scenario.scope),
          ranks_(ranks) {}

    Differences all() {
        for (const MemoryExpectation& expected : scenario_.expect.memory) compare_memory(expected);
        for (const CounterExpectation& expected : scenario_.expect.counters) compare_counter(expected);
        return std::move(found_);
    }

private:
    void compare_memory(const MemoryExpectation& expected) {
        const std::size_t size = bytes_of(expected.datatype);
        std::vector<Expression> values;
        for (const std::string& text : expected.values) values.push_back(Expression::compile(text, scenario_.scope));
        Random unused(0, 0);  // only an argument: the parser refuses expectations with random()
        for (const Rank rank : reader_.meant(expected.ranks, expected.location)) {
            if (!ranks_.has(rank)) continue;
            const RankVariables variables(rank, scenario_.ranks, scenario_.scope.of_ranks);
            for (std::size_t k = 0; k < values.size(); ++k) {
                const std::uint64_t disp = expected.disp_bytes + k * size;
                const std::string where = fmt::format("{}: rank {}, {} at byte {}", expected.location, rank,
                                                      name_of(expected.datatype), disp);
                compare(found_, where, values[k].evaluate(variables, unused),
                        memory_.content(rank, expected.window, disp, expected.datatype));
            }
        }
    }

    void compare_counter(const CounterExpectation& expected) {
        for (const Rank rank : reader_.meant(expected.ranks, expected.location)) {
            if (!ranks_.has(rank)) continue;
            const auto who = fmt::format("{}: counter {} of rank {}", expected.location, expected.counter, rank);
            const auto got =
                scenario_.family->counters.counter_value(process_of_(rank), expected.window, expected.counter);
            if (!got) {
                found_.push_back({who, "a counter", "none"});
                continue;
            }
            if (expected.value) compare(found_, who + ", value", *expected.value, got->value);
            if (expected.lost) compare(found_, who + ", lost", *expected.lost, static_cast<std::int64_t>(got->lost));
        }
    }

    const Scenario& scenario_;
    const ProcessOf& process_of_;
    const WindowMemory& memory_;
    RankReader reader_;
    RankRange ranks_;
    Differences found_;
};

}  // namespace

std::vector<Difference> differences_of_counts(const Scenario& scenario, const Measured& measured) {
    return CountComparison(scenario, measured).all();
}

std::vector<Difference> differences_of_ranks(const Scenario& scenario, const WindowMemory& memory,
                                             const ProcessOf& process_of, RankRange ranks) {
    return RankComparison(scenario, memory, process_of, ranks).all();
}

std::vector<Difference> differences(const Scenario& scenario, const Measured& measured, const WindowMemory& memory,
                                    const ProcessOf& process_of) {
    Differences found = differences_of_counts(scenario, measured);
    const RankRange all{0, scenario.ranks};
    for (Difference& one : differences_of_ranks(scenario, memory, process_of, all)) found.push_back(std::move(one));
    return found;
}

}  // namespace rmasim::sim
