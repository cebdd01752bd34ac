// One order of a scenario's steps, played again and written down.
#pragma once

#include "sim/explore/exploration.h"
#include "sim/input/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

struct Replay {
    StepNumber steps = 0;
    std::optional<Failure::Kind> failed;  // none: every program came to its end
    std::vector<std::string> what;        // of a failure: a line each
    std::map<std::string, std::uint64_t> by_kind;
    std::uint64_t messages = 0;
    std::uint64_t message_bytes = 0;
    std::vector<std::string> transcript;
};

// Plays `steps` (see sim/untimed/schedule.h), then what is left in the order of the ranks. Raises BadInput at `place`
// for a step that is not possible when its turn comes.
Replay replay(const Scenario& scenario, const std::vector<std::string>& steps, const std::string& place);

}  // namespace rmasim::sim
