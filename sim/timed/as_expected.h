// Whether a run is as its scenario expects.
#pragma once

#include "sim/checkers/expectations/expectations.h"
#include "sim/timed/outcome.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class Simulation;

Measured measured_by(const RunResult& result);

// How much of a run is compared. A run that ended in a violation is only compared by its loads.
enum class Compared : std::uint8_t {
    loads,  // whose expected values are part of the program
    ranks,  // and what the ranks have at the end
    all,    // and the counts
};
std::vector<Difference> not_as_expected(const Scenario& scenario, const Simulation& simulation, const RunResult& result,
                                        Compared compared);
// Whether that is so of the ranks that the simulation has: a run that several processes share.
bool ranks_as_expected(const Scenario& scenario, const Simulation& simulation);

}  // namespace rmasim::sim
