// The results of an exploration as text for people.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/exploration.h"
#include "sim/untimed/explore/search.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The notable orders of an exploration, as lines of text.
struct ExplorationWords {
    std::string failure_title;  // "deadlock: a cycle of waits ..."
    std::vector<std::string> failure;
    std::vector<std::string> transcript;  // what happens in the failing order
    std::vector<std::string> fewest_messages, most_messages;
};
ExplorationWords words_of(const Scenario& scenario, const Exploration& found);
// The failure, whose order is known in words.
void add_failure(ExplorationWords& words, const Scenario& scenario, const Failure& failure,
                 std::vector<std::string> order);

std::string exploration_text(const Scenario& scenario, const Exploration& found, Reduction reduction);
// The failure with the shortest order, and a transcript of it.
std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);

}  // namespace rmasim::sim
