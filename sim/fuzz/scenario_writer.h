// A random program as a scenario, for the simulator. Windows are w0, w1, ...; what operations fetch ends in one more
// window, "results", a 64-bit word for each element.
#pragma once

#include "sim/fuzz/random_program.h"
#include "sim/input/json/json.h"

#include <cstddef>
#include <string>

namespace rmasim::fuzz {

sim::Json scenario_of(const RandomProgram& program, const std::string& network_model);

// What a rank's "results" window holds at the end, given the fetched values.
std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results);

}  // namespace rmasim::fuzz
