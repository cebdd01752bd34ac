// Converts the `world` line of a sequence to a scenario without programs: `world family=newrma ranks=4 op_pool=2/0
// piggyback=off`. Settings have the names and defaults of the family's config.h.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "tests/sequences/harness/arguments.h"

namespace rmasim::seq {

// Number of variables of each thread for handles of synchronisation counters.
inline constexpr std::size_t handles_of_a_thread = 32;

// Reads all settings that exist. Raises BadSequence for an invalid value.
sim::Scenario scenario_in(Arguments& arguments);

// Raises BadSequence if the world has no communicator of this name.
WindowId communicator_named(const std::string& name, const sim::Scenario& scenario);

}  // namespace rmasim::seq
