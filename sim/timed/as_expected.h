// Compares a run with the expectations of its scenario.
#pragma once

#include "sim/checkers/expectations/expectations.h"
#include "sim/timed/outcome.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class TimedRun;

Measured measured_by(const RunResult& result);

// Selects the expectations to compare. If the run ended because an invariant was violated, only Compared::loads is
// used.
enum class Compared : std::uint8_t {
    loads,  // the expected values of loads, which are part of the program
    ranks,  // also the final state of the ranks
    all,    // also the counts
};
std::vector<Difference> not_as_expected(const Scenario& scenario, const TimedRun& run, const RunResult& result,
                                        Compared compared);
// True if the ranks that this process simulates satisfy the scenario's expectations. Used if several processes simulate
// the run together.
bool ranks_as_expected(const Scenario& scenario, const TimedRun& run);

}  // namespace rmasim::sim
