#include "sim/frontend/cli/explore/exploration_text.h"

#include "sim/frontend/cli/text/explained_text.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/packet_words.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/setting_names.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rmasim::sim {

namespace {

std::string text_of(const Range& range) {
    if (range.min == range.max) return grouped(range.min);
    return fmt::format("{} to {}", grouped(range.min), grouped(range.max));
}

const char* extent_of(const Exploration& found, Reduction reduction) {
    switch (found.ended_by) {
        case EndedBy::exhausted: return reduction == Reduction::none ? "every order" : "every distinguishable order";
        case EndedBy::limit: return "NOT EXHAUSTED, the limit of executions was reached";
        case EndedBy::first_failure: return "NOT EXHAUSTED, ended at the first failure";
        case EndedBy::time_limit: return "NOT EXHAUSTED, the time limit was reached";
        case EndedBy::interrupt: return "NOT EXHAUSTED, interrupted";
    }
    return "";
}

// True if the result depends on the assumption that packets of a pair keep their order. The exploration makes this
// assumption if the scenario's network does not reorder packets.
bool takes_order_as_given(const Scenario& scenario, const Exploration& found) {
    return scenario.platform.network.reorder_ns == 0 && found.messages.max > 0;
}

void add_runs(ExplainedText& text, const Scenario& scenario, const Exploration& found, Reduction reduction) {
    text.line("  {}: {}, {} in the longest{}", extent_of(found, reduction), counted(found.runs, "execution"),
              counted(found.max_depth, "step"),
              found.redundant > 0 ? fmt::format(", {} more abandoned as redundant", grouped(found.redundant)) : "");
    text.explain_as(
        "An execution is one order of the steps. With reduction, it stands for all orders with the same results.");
    if (found.calm) text.line("  barriers are calm: MPI_BARRIER, WIN_CREATE and WIN_FREE send no packets");
    if (found.failing_runs > 0) {
        text.line("  {} of them {}{}", grouped(found.failing_runs), noun(found.failing_runs, "fails", "fail"),
                  found.failures.size() == 1 ? "" : fmt::format(", in {} ways", grouped(found.failures.size())));
    } else {
        text.line("  none fails{}{}", found.exhausted() ? "" : " so far",
                  takes_order_as_given(scenario, found) ? ", as long as packets of a pair keep their order" : "");
    }
}

// If the checkers have no finding, adds the numbers of calls, operations and accesses that they have checked.
void add_checked(ExplainedText& text, const Scenario& scenario, const Exploration& found) {
    if (found.failing_runs > 0 || found.runs == 0) return;
    text.line("");
    const check::Checked& checked = found.checked.invariants;
    text.line("Checked                          {:>14}   {}; operations {}, lock grants {}: no invariant violated",
              grouped(checked.calls), noun(checked.calls, "call"), grouped(checked.operations),
              grouped(checked.lock_grants));
    text.explain({"checked.calls", "checked.operations", "checked.lock_grants"});
    if (scenario.semantics == Semantics::off) return;
    text.line("Memory semantics                 {:>14}   {}: none erroneous under the {} model",
              grouped(found.checked.accesses), noun(found.checked.accesses, "access", "accesses"),
              name_in(memory_models, scenario.semantics));
}

constexpr std::size_t max_ends_shown = 16;
constexpr std::size_t max_values_shown = 8;

void add_values(ExplainedText& text, const EndValues& values, std::uint64_t digest) {
    const auto known = values.of.find(digest);
    if (known == values.of.end()) return;
    for (std::size_t i = 0; i < std::min(values.names.size(), max_values_shown); ++i) {
        text.line("    {:<42} {:>14}", values.names[i], sim::text_of(known->second[i]));
    }
}

constexpr std::size_t max_failures_shown = 16;

// The kinds of failures. A single kind has no line here, because the report on standard error has its text.
void add_failures(ExplainedText& text, const Exploration& found, const ExplorationWords& words) {
    if (found.failures.size() < 2) return;
    text.line("Failures, the gravest first      {:>14}", grouped(found.failures.size()));
    text.explain_as("The kind and the number of executions of each failure. Failures differ in kind or cause.");
    const std::size_t shown = std::min(words.failures.size(), max_failures_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const FailureWords& one = words.failures[i];
        text.line("  {:<2} {:<27} {:>14}   {}, {} in the shortest", one.number, name_of(one.kind), grouped(one.runs),
                  noun(one.runs, "execution"), counted(one.order.size(), "step"));
        text.line("    {}", one.what.front());
    }
    if (found.failures.size() > shown) text.line("  and {} more", grouped(found.failures.size() - shown));
    text.line("");
}

// The failures of an end state: ", failures 1 and 3". Empty if no execution with this end state fails.
std::string failures_text(const EndState& end, const ExplorationWords& words) {
    const std::vector<std::uint64_t> numbers = failures_of(end, words);
    if (words.failures.size() < 2 || numbers.empty()) return "";
    return fmt::format(", {} {}", noun(numbers.size(), "failure"), fmt::join(numbers, ", "));
}

// End states that the text does not tell apart: their values with a name, their failures, and whether all programs
// ended are equal.
struct EndRow {
    std::vector<std::uint64_t> digests;  // in the order of the end states
    const EndState* first;
    std::uint64_t runs = 0;
};

std::vector<EndRow> rows_of(const Exploration& found, const ExplorationWords& words) {
    std::vector<EndRow> rows;
    std::map<std::tuple<std::vector<EndValue>, std::vector<std::uint64_t>, bool>, std::size_t> known;
    for (const auto& [digest, end] : ends_in_order(found)) {
        std::size_t nth = rows.size();
        // The values of an end state are not known if it is not among the first ones.
        if (const auto values = words.ends.of.find(digest); values != words.ends.of.end()) {
            nth = known.emplace(std::tuple{values->second, failures_of(*end, words), end->finished}, nth).first->second;
        }
        if (nth == rows.size()) rows.push_back({{}, end});
        rows[nth].digests.push_back(digest);
        rows[nth].runs += end->runs;
    }
    return rows;
}

void add_ends(ExplainedText& text, const Exploration& found, const ExplorationWords& words) {
    const EndValues& values = words.ends;
    text.line("End states (windows, variables)  {:>14}", grouped(found.ends.size()));
    text.explain_as("Executions with the same contents of windows, variables and waiting calls have one end state.");
    if (found.ends.size() < 2) return;
    const auto rows = rows_of(found, words);
    for (std::size_t i = 0; i < std::min(rows.size(), max_ends_shown); ++i) {
        const EndRow& row = rows[i];
        text.line("  {:<2} {:016x} {:>26}   {}{}{}", row.first->number, row.digests.front(), grouped(row.runs),
                  noun(row.runs, "execution"), row.first->finished ? "" : ", calls wait",
                  failures_text(*row.first, words));
        add_values(text, values, row.digests.front());
        if (row.digests.size() == 1) continue;
        text.line("    {} that {} only in what has no name", counted(row.digests.size(), "end state"),
                  noun(row.digests.size(), "differs", "differ"));
    }
    if (rows.size() > max_ends_shown) text.line("  and {} more", grouped(rows.size() - max_ends_shown));
    if (values.names.empty()) {
        text.line("  The end states differ only in values that have no name.");
    } else if (values.more || values.names.size() > max_values_shown) {
        text.line(
            "  More values differ: --format json lists {} of each end state, and run --schedule with --memory writes "
            "all windows.",
            max_end_values);
    }
}

void add_messages(ExplainedText& text, const Scenario& scenario, const Exploration& found) {
    const bool depends = found.messages.min != found.messages.max;
    const int width = name_width(found.by_kind);
    text.line("{:<{}} {:>14}{}", "Messages", width + 2, text_of(found.messages),
              depends ? "   depends on the order" : "");
    text.explain({"messages.total"});
    for (const auto& [kind, range] : found.by_kind) {
        text.line("  {:<{}} {:>14}{}", kind, width, text_of(range),
                  range.min == range.max ? "" : "   depends on the order");
        if (text.explains()) text.explain_as(words_of_packet(packets_of(scenario), kind));
    }
}

}  // namespace

OrderWords orders_in_words(const Scenario& scenario, const Exploration& found) {
    UntimedWorld world(scenario);
    OrderWords orders{.min_messages = words_of(world, found.min_messages),
                      .max_messages = words_of(world, found.max_messages)};
    for (const auto& [key, one] : found.failures) orders.failures[key] = words_of(world, one.shortest.order);
    for (const auto& [digest, end] : found.ends) {
        if (end.number <= max_described) orders.ends[digest] = words_of(world, end.order);
    }
    return orders;
}

ExplorationWords words_of(const Scenario& scenario, const Exploration& found, OrderWords orders) {
    ExplorationWords words;
    words.orders = std::move(orders);
    words.ends = end_values(scenario, words.orders.ends);
    for (const Failures* const one : in_order(found.failures)) {
        if (words.failures.size() == max_described) break;
        FailureWords& failure = words.failures.emplace_back(found, *one, words.failures.size() + 1);
        failure.order = words.orders.failures.at({one->shortest.kind, one->shortest.cause});
        failure.transcript = replay(scenario, failure.order, "the failing order").transcript;
    }
    return words;
}

FailureWords::FailureWords(const Exploration& found, const Failures& failures, std::uint64_t in_reports)
    : number(in_reports), found_as(failures.number), kind(failures.shortest.kind), runs(failures.runs),
      calm_only(found.calm && !failures.confirmed), what(failures.shortest.what) {}

std::string FailureWords::title() const { return fmt::format("{}: {}", name_of(kind), what.front()); }

std::vector<std::uint64_t> failures_of(const EndState& end, const ExplorationWords& words) {
    std::vector<std::uint64_t> numbers;
    for (const FailureWords& one : words.failures) {
        if (std::binary_search(end.failures.begin(), end.failures.end(), one.found_as)) numbers.push_back(one.number);
    }
    return numbers;
}

std::vector<std::pair<std::uint64_t, const EndState*>> ends_in_order(const Exploration& found) {
    std::vector<std::pair<std::uint64_t, const EndState*>> ends;
    for (const auto& [digest, end] : found.ends) ends.push_back({digest, &end});
    std::sort(ends.begin(), ends.end(),
              [](const auto& one, const auto& other) { return one.second->number < other.second->number; });
    return ends;
}

std::string exploration_text(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                             Reduction reduction, bool explain) {
    ExplainedText text(explain);
    text.line("{}: {}", scenario.title(), verdict_of(found));
    if (!scenario.about.empty()) text.line("  {}", scenario.about);
    text.line("  {}, family {}, in every order: latency and bandwidth have no effect",
              counted(static_cast<std::uint64_t>(scenario.ranks), "rank"), scenario.family->name());
    add_runs(text, scenario, found, reduction);
    text.line("");
    add_failures(text, found, words);
    add_ends(text, found, words);
    text.line("");
    add_messages(text, scenario, found);
    text.line("");
    text.line("Maximum number of elements in use");
    text.explain({"elements.POOL.high_water"});
    const int width = name_width(found.high_water);
    for (const auto& [pool, max] : found.high_water) text.line("  {:<{}} {:>14}", pool, width, grouped(max));
    add_checked(text, scenario, found);
    return text.take();
}

std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words) {
    Text text;
    const std::size_t shown = std::min(words.failures.size(), max_failures_shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const FailureWords& one = words.failures[i];
        const std::string which =
            found.failures.size() == 1 ? "" : fmt::format("failure {} of {}: ", one.number, found.failures.size());
        text.line("{}: {}{}", scenario.title(), which, one.title());
        for (std::size_t line = 1; line < one.what.size(); ++line) text.line("  {}", one.what[line]);
        if (one.calm_only)
            text.line("Only calm barriers allow this: no order with the packets of barriers confirms it.");
        text.line("The shortest failing order found, {}:", counted(one.order.size(), "step"));
        for (const std::string& line : one.transcript) text.line("  {}", line);
    }
    if (found.failures.size() > shown) text.line("... and {} more failures", found.failures.size() - shown);
    return text.take();
}

namespace {

std::string_view words_of(Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::invariant: return "a violated invariant";
        case Failure::Kind::protocol: return "a failed assertion of the protocol";
        case Failure::Kind::out_of_range: return "a value out of range";
        case Failure::Kind::erroneous: return "a broken rule of MPI";
        case Failure::Kind::crash: return "a crash of the simulated library";
        case Failure::Kind::assertion: return "a failed assertion of the simulated library";
        case Failure::Kind::deadlock: return "a deadlock";
        case Failure::Kind::livelock: return "a livelock";
        case Failure::Kind::lost_rank: return "the death of a rank";
        case Failure::Kind::lost_packet: return "a lost packet";
        case Failure::Kind::expectation: return "a wrong value";
    }
    return "";
}

// "1 by a deadlock, 3 by a wrong value (2 causes)".
std::string failures_by_kind(const Exploration& found) {
    struct OfKind {
        std::uint64_t runs = 0, causes = 0;
    };
    std::map<Failure::Kind, OfKind> kinds;
    for (const auto& [key, one] : found.failures) {
        kinds[key.first].runs += one.runs;
        ++kinds[key.first].causes;
    }
    std::string text;
    for (const auto& [kind, of] : kinds) {
        text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", grouped(of.runs), words_of(kind));
        if (of.causes > 1) text += fmt::format(" ({} causes)", grouped(of.causes));
    }
    return text;
}

std::string of_failures(const Exploration& found) {
    const std::string limit = found.exhausted() ? "" : ", but the search is not complete";
    if (found.failing_runs == 0) return fmt::format("None of {} fails{}.", counted(found.runs, "execution"), limit);
    return fmt::format("{} of {} {}: {}{}.", grouped(found.failing_runs), counted(found.runs, "execution"),
                       noun(found.failing_runs, "fails", "fail"), failures_by_kind(found), limit);
}

std::string of_ends(const Exploration& found) {
    if (found.ends.empty()) return "";
    const Range& sent = found.messages;
    const std::string packets = sent.min == sent.max
                                    ? counted(sent.min, "packet")
                                    : fmt::format("{} to {}", grouped(sent.min), counted(sent.max, "packet"));
    return fmt::format(" There {} {}, with {}.", found.ends.size() == 1 ? "is" : "are",
                       counted(found.ends.size(), "end state"), packets);
}

}  // namespace

std::string verdict_of(const Exploration& found) { return of_failures(found) + of_ends(found); }

}  // namespace rmasim::sim
