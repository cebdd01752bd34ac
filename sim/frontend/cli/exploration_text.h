// The text output of `explore`.
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

// The notable orders of an exploration, such as the failing order, in words, and their events.
struct ExplorationWords {
    OrderWords orders;
    std::string failure_title;            // "deadlock: a cycle of waits ..."
    std::vector<std::string> transcript;  // the events of the failing order
    EndValues ends;                       // the values that differ between end states
};
// The orders of an exploration in words. This process must have done the exploration.
OrderWords orders_in_words(const Scenario& scenario, const Exploration& found);
// The words of `found`. The function replays the notable orders and describes their events.
ExplorationWords words_of(const Scenario& scenario, const Exploration& found, OrderWords orders);

// The end states with their digests, in the order in which the exploration found them.
std::vector<std::pair<std::uint64_t, const EndState*>> ends_in_order(const Exploration& found);

// The text for standard output.
std::string exploration_text(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                             Reduction reduction);
// The text for standard error: the failure with the shortest order, and a transcript of this order.
std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);

}  // namespace rmasim::sim
