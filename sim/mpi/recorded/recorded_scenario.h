// The scenario of a recorded program: windows, communicators, and an entry of programs for each group of ranks whose
// calls are alike.
#pragma once

#include "sim/mpi/recorded/recorder.h"
#include "sim/scenario/json/json.h"

#include <string>
#include <vector>

namespace rmasim::sim {

struct RecordedScenario {
    Json scenario{};
    std::string refused{};  // why there is no scenario; empty if there is one
    std::uint64_t without_values = 0;
};

// `settings` is a scenario without windows and programs. The first recording is the one with the number of ranks of the
// settings; the expressions hold for all recordings.
RecordedScenario scenario_of(const std::vector<const Recording*>& recordings, Json settings);

// Returns the scenario as text, with a line for each call.
std::string text_of(const Json& scenario);

}  // namespace rmasim::sim
