// Writes a random program as a scenario. The windows are w0, w1, ... The memory of dynamic windows is in buffers b0,
// b1, ... Fetched data are stored in one more window, "results", which has a 64-bit word for each element.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/untimed/fuzz/program/random_program.h"

#include <cstddef>
#include <string>

namespace rmasim::fuzz {

sim::Json scenario_of(const RandomProgram& program, const std::string& network_model = "loggp");
// Writes a random program as a scenario whose programs have no calls. Everything else, such as windows and settings, is
// the same as in the scenario with calls.
sim::Json machine_of(const RandomProgram& program, const std::string& network_model = "loggp");

// Returns the location of a byte of a rank's own window segment, in the notation of the rank's calls in a scenario:
// {"win": "w0", "disp": 8}. If the window is dynamic, the location is in a buffer.
sim::Json written_location(const RandomProgram& program, WindowId window, Rank rank, std::uint64_t disp);
// Returns the name of the buffer that has the memory of a dynamic window.
std::string buffer_name(WindowId of_window);

// True if the operation fetches its element into a variable. This is true for FETCH_AND_OP and COMPARE_AND_SWAP.
bool into_variable(const Step& step);
// Returns the distance between consecutive elements in "results", in bytes.
std::size_t result_stride(const Step& step);

// Returns the displacement of a load or store in its window. If the step accesses fetched data, the window is
// "results".
inline std::uint64_t disp_of_access(const Step& step) {
    return step.region.disp + (step.access.of_results ? std::uint64_t{step.result} * 8 : 0);
}

// Returns the final contents of a rank's window "results", if the rank has fetched the values `results`.
std::vector<std::byte> results_window(const RandomProgram& program, Rank rank,
                                      const std::vector<std::int64_t>& results);

}  // namespace rmasim::fuzz
