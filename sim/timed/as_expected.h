// Compares a run with the expectations of its scenario.
#pragma once

#include "sim/checkers/expectations/expectations.h"
#include "sim/timed/outcome.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class Simulation;

Measured measured_by(const RunResult& result);

// The extent of a comparison. A run that ended in a violation is compared with Compared::loads only.
enum class Compared : std::uint8_t {
    loads,  // the expected values of loads, which are part of the program
    ranks,  // also the final state of the ranks
    all,    // also the counts
};
std::vector<Difference> not_as_expected(const Scenario& scenario, const Simulation& simulation, const RunResult& result,
                                        Compared compared);
// True if the ranks of this process are as expected. For a run that several processes share.
bool ranks_as_expected(const Scenario& scenario, const Simulation& simulation);

}  // namespace rmasim::sim
