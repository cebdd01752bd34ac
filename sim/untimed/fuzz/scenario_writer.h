// Writes a random program as a scenario. Windows are w0, w1, ..., the memory of dynamic windows buffers b0, b1, ...;
// fetched data is stored in one more window, "results", with a 64-bit word for each element.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/random_program.h"

#include <cstddef>
#include <string>

namespace rmasim::fuzz {

sim::Json scenario_of(const RandomProgram& program, const std::string& network_model = "loggp");
// Writes the same scenario with programs that call nothing.
sim::Json machine_of(const RandomProgram& program, const std::string& network_model = "loggp");

// Returns the notation of a byte of a rank's window segment in its own calls: {"win": "w0", "disp": 8}. The segment of
// a dynamic window is in a buffer.
sim::Json written_location(const RandomProgram& program, WindowId window, Rank rank, std::uint64_t disp);

// True if the operation fetches its element into a variable: FETCH_AND_OP and COMPARE_AND_SWAP.
bool into_variable(const Step& step);
// Returns the distance between consecutive elements in "results", in bytes.
std::size_t result_stride(const Step& step);

// Returns the displacement of a load or store in its window, or in "results".
inline std::uint64_t disp_of_access(const Step& step) {
    return step.region.disp + (step.access.of_results ? std::uint64_t{step.result} * 8 : 0);
}

// Returns the final contents of a rank's "results" window for given fetched values.
std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results);

}  // namespace rmasim::fuzz
