// Compares the result of a run with the expectations of its scenario.
#pragma once

#include "protocol/base/process.h"
#include "sim/input/model/scenario.h"
#include "sim/memory/window_memory.h"
#include "sim/run/outcome.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

class Simulation;

struct Difference {
    std::string what;  // "messages.by_kind.PUT+LOCK.X+UNLOCK"
    std::string expected;
    std::string got;
};

// Loads that did not return the expected value (`expect` of a load): the first of them.
std::vector<Difference> wrong_values(const RunResult& result);
// Other differences, in the order of the expectations; empty if all expectations hold.
// `process_of` is asked only if counters are expected.
using ProcessOf = std::function<const Process&(Rank)>;
// Of the outcome, messages, elements and the time.
std::vector<Difference> differences_of_counts(const Scenario& scenario, const RunResult& result);
// Of what the ranks have at the end: memory and counters.
std::vector<Difference> differences_of_ranks(const Scenario& scenario, const WindowMemory& memory,
                                             const ProcessOf& process_of);
// Both.
std::vector<Difference> differences(const Scenario& scenario, const RunResult& result, const WindowMemory& memory,
                                    const ProcessOf& process_of);

// How much of a run is compared. A run that ended in a violation is only compared by its loads.
enum class Compared : std::uint8_t {
    loads,  // whose expected values are part of the program
    ranks,  // and what the ranks have at the end
    all,    // and the counts
};
std::vector<Difference> not_as_expected(const Scenario& scenario, const Simulation& simulation,
                                        const RunResult& result, Compared compared);

}  // namespace rmasim::sim
