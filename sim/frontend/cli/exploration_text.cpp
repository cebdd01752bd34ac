#include "sim/frontend/cli/exploration_text.h"

#include "sim/frontend/cli/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/world/schedule.h"

namespace rmasim::sim {

namespace {

std::string text_of(const Range& range) {
    if (range.least == range.most) return grouped(range.least);
    return fmt::format("{} to {}", grouped(range.least), grouped(range.most));
}

const char* extent_of(const Exploration& found, Reduction reduction) {
    if (!found.exhausted) return "NOT EXHAUSTED, the limit was reached";
    return reduction == Reduction::none ? "every order" : "every order that matters";
}

void add_runs(Text& text, const Exploration& found, Reduction reduction) {
    text.line("  {}: {} executions, {} steps in the longest{}", extent_of(found, reduction),
              grouped(found.runs), found.deepest,
              found.redundant > 0 ? fmt::format(", {} more abandoned as redundant", grouped(found.redundant)) : "");
    if (found.failure) {
        text.line("  {} of them fail", grouped(found.failing_runs));
    } else {
        text.line("  none fails{}", found.exhausted ? "" : " so far");
    }
}

void add_ends(Text& text, const Exploration& found) {
    text.line("End states (windows, variables)  {:>14}", grouped(found.ends.size()));
    if (found.ends.size() == 1) return;
    constexpr std::size_t most_shown = 16;
    std::size_t shown = 0;
    for (const auto& [digest, end] : found.ends) {
        if (shown++ == most_shown) break;
        text.line("  {:016x} {:>29}   executions{}", digest, grouped(end.runs), end.finished ? "" : ", calls wait");
    }
    if (found.ends.size() > most_shown) text.line("  and {} more", found.ends.size() - most_shown);
}

void add_messages(Text& text, const Exploration& found) {
    const bool depends = found.messages.least != found.messages.most;
    text.line("Messages                         {:>14}{}", text_of(found.messages),
              depends ? "   depends on the order" : "");
    for (const auto& [kind, range] : found.by_kind) {
        text.line("  {:<30} {:>14}{}", kind, text_of(range),
                  range.least == range.most ? "" : "   depends on the order");
    }
}

}  // namespace

ExplorationWords words_of(const Scenario& scenario, const Exploration& found) {
    ExplorationWords words;
    Watcher no_watcher;
    UntimedWorld world(scenario, no_watcher);
    words.fewest_messages = words_of(world, found.fewest_messages);
    words.most_messages = words_of(world, found.most_messages);
    if (!found.failure) return words;
    add_failure(words, scenario, *found.failure, words_of(world, found.failure->order));
    return words;
}

void add_failure(ExplorationWords& words, const Scenario& scenario, const Failure& failure,
                 std::vector<std::string> order) {
    words.failure_title = fmt::format("{}: {}", name_of(failure.kind), failure.what.front());
    words.failure = std::move(order);
    words.transcript = replay(scenario, words.failure, "the failing order").transcript;
}

std::string exploration_text(const Scenario& scenario, const Exploration& found, Reduction reduction) {
    Text text;
    text.line("{}", scenario.name);
    if (!scenario.about.empty()) text.line("  {}", scenario.about);
    add_runs(text, found, reduction);
    text.line("");
    add_ends(text, found);
    text.line("");
    add_messages(text, found);
    text.line("");
    text.line("Elements in use at most");
    for (const auto& [pool, most] : found.high_water) text.line("  {:<30} {:>14}", pool, grouped(most));
    return text.take();
}

std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words) {
    Text text;
    text.line("{}: {}", scenario.name, words.failure_title);
    for (std::size_t i = 1; i < found.failure->what.size(); ++i) text.line("  {}", found.failure->what[i]);
    text.line("The shortest failing order found, {} steps:", words.failure.size());
    for (const std::string& line : words.transcript) text.line("  {}", line);
    return text.take();
}

}  // namespace rmasim::sim
