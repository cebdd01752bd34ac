// The results of an exploration as text for people.
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

// The notable orders of an exploration, as lines of text, and what happens in them.
struct ExplorationWords {
    OrderWords orders;
    std::string failure_title;            // "deadlock: a cycle of waits ..."
    std::vector<std::string> transcript;  // what happens in the failing order
    EndValues ends;                       // in what the end states differ
};
// The orders of an exploration that was made by this process.
OrderWords orders_in_words(const Scenario& scenario, const Exploration& found);
// What happens in these orders.
ExplorationWords words_of(const Scenario& scenario, const Exploration& found, OrderWords orders);

// The end states in the order in which they were found, with their digests.
std::vector<std::pair<std::uint64_t, const EndState*>> ends_in_order(const Exploration& found);

std::string exploration_text(const Scenario& scenario, const Exploration& found, const ExplorationWords& words,
                             Reduction reduction);
// The failure with the shortest order, and a transcript of it.
std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);

}  // namespace rmasim::sim
