// What processes are to share: the scenarios of the tree, and random programs.
#pragma once

#include "tests/processes/alike.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::sim {

// All scenarios of the tree and their variants, in a fixed order, as tests/scenario_file.h names them; sweeps are none.
std::vector<std::string> scenario_names();
// Null: processes cannot share it, or it has groups of ranks, which are runs by themselves; or more than `max_ranks`.
std::unique_ptr<Alone> play_named(const std::string& name, Rank max_ranks);

// The random program of the seed; or, if processes cannot share that, the same without what most often stands against
// it. Null: they cannot share that either.
std::unique_ptr<Alone> play_random_program(std::uint64_t seed);

}  // namespace rmasim::sim
