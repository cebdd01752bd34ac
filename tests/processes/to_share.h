// The runs that processes share in tests: the scenarios of the tree, and random programs.
#pragma once

#include "tests/processes/alike.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// Returns all scenarios of the tree and their variants, in a fixed order, with names as in tests/scenario_file.h. Omits
// sweeps.
std::vector<std::string> scenario_names();
// Runs a scenario. Null if processes cannot share it, if it has groups of ranks, which are separate runs, or if it has
// more than `max_ranks` ranks.
std::unique_ptr<Alone> run_named(const std::string& name, Rank max_ranks);

// Runs the random program of the seed. If processes cannot share that, runs it without the settings that most often
// prevent sharing. Null if they cannot share that either.
std::unique_ptr<Alone> run_random_program(std::uint64_t seed);

}  // namespace rmasim::sim
