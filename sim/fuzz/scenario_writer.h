// Writes a random program as a scenario. Windows are w0, w1, ...; fetched data is stored in one more window, "results",
// with a 64-bit word for each element.
#pragma once

#include "sim/fuzz/random_program.h"
#include "sim/input/json/json.h"

#include <cstddef>
#include <string>

namespace rmasim::fuzz {

sim::Json scenario_of(const RandomProgram& program, const std::string& network_model);

// The contents of a rank's "results" window at the end, given the fetched values.
std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results);

}  // namespace rmasim::fuzz
