// An exploration in words and tables, for people.
#pragma once

#include "sim/explore/exploration.h"
#include "sim/input/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The orders of an exploration in words.
struct ExplorationWords {
    std::string failure_title;  // "deadlock: a cycle of waits ..."
    std::vector<std::string> failure;
    std::vector<std::string> transcript;  // of the failing order
    std::vector<std::string> fewest_messages, most_messages;
};
ExplorationWords words_of(const Scenario& scenario, const Exploration& found);

std::string exploration_text(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);
// The shortest failing order and what it leads to.
std::string failure_report(const Scenario& scenario, const Exploration& found, const ExplorationWords& words);

}  // namespace rmasim::sim
