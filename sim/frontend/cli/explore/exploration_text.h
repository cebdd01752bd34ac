// The report of an exploration as text.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/end_values.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/part.h"
#include "sim/untimed/explore/search.h"

#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// ---- The text output of `explore`.

// A kind of failure in words: its text, and its shortest order with the events of this order.
struct FailureWords {
    // The order and the transcript are empty.
    FailureWords(const Exploration& found, const Failures& failures, std::uint64_t in_reports);

    std::uint64_t number = 0;    // in reports, from 1
    std::uint64_t found_as = 0;  // the number of discovery (failure.h)
    Failure::Kind kind = Failure::Kind::deadlock;
    std::uint64_t runs = 0;  // number of executions
    bool calm_only = false;  // barriers were calm, and no order of packets confirms the failure
    std::vector<std::string> what;
    std::vector<std::string> order;
    std::vector<std::string> transcript;

    std::string title() const;  // "deadlock: a cycle of waits ..."
};

// The notable orders of an exploration, such as the failing orders, in words, and their events.
struct ExplorationWords {
    OrderWords orders;
    std::vector<FailureWords> failures;  // the first `max_described` failures in the order of reports
    EndValues ends;                      // the values that differ between end states
};
// The orders of an exploration in words. This process must have done the exploration.
OrderWords orders_in_words(const Scenario& scenario, const Exploration& found);
// The words of `found`. The function replays the notable orders and describes their events.
ExplorationWords words_of(const Scenario& scenario, const Exploration& found, OrderWords orders);

// The numbers, in reports, of the failures of an end state.
std::vector<std::uint64_t> failures_of(const EndState& end, const ExplorationWords& words);

// The end states with their digests, in the order in which the exploration found them.
std::vector<std::pair<std::uint64_t, const EndState*>> ends_in_order(const Exploration& found);

// The text for standard output. If `explain` is true, a line after each figure explains it.
std::string exploration_text(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                             Reduction reduction, bool explain);
// The text for standard error: each kind of failure, with a transcript of its shortest order.
std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);

// ---- The verdict of an exploration: its figures in two sentences, which are the first line of the report.

// The first sentence has the number of executions that fail, by kind of failure. The second one has the number of end
// states and of packets.
std::string verdict_of(const Exploration& found);

}  // namespace rmasim::sim
