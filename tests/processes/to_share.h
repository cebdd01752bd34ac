// Runs that processes share in tests: the scenarios of the project, and random programs.
#pragma once

#include "tests/processes/alike.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// Returns the names of all scenarios of the project and of their variants, in a fixed order. Names are as in
// tests/scenario_file.h. Sweeps are omitted.
std::vector<std::string> scenario_names();
// Runs a scenario by one process. Returns null if processes cannot share the run, or if the scenario has more than
// `max_ranks` ranks. Also returns null if the scenario has groups of ranks, because groups are separate runs.
std::unique_ptr<Alone> run_named(const std::string& name, Rank max_ranks);

// Runs the random program of the seed. If processes cannot share the run, tries again without the settings that most
// often prevent sharing. Returns null if processes cannot share the second run either.
std::unique_ptr<Alone> run_random_program(std::uint64_t seed);

}  // namespace rmasim::sim
