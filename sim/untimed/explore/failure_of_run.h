// The failure of one run: of a search, or of a replay of one order. Both decide it here, so a replay reports the same
// failure as the search.
#pragma once

#include "sim/checkers/invariants/checker.h"
#include "sim/untimed/explore/failure.h"
#include "sim/untimed/world/explored_world.h"

#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct FailureOfRun {
    Failure::Kind kind = Failure::Kind::deadlock;
    std::vector<std::string> what{};  // lines; the first is a summary
};

// Return the gravest failure, or nullopt if there is none: of a step with the result `result`, and of a run that can
// make no further step. Values that a scenario expects are not compared.
std::optional<FailureOfRun> failure_of_step(const ExploredWorld& world, StepResult result,
                                            const check::Checker& checker);
std::optional<FailureOfRun> failure_at_end(const ExploredWorld& world, const check::Checker& checker);
// Returns the failure of a run whose last step had the result `result`.
std::optional<FailureOfRun> failure_of(const ExploredWorld& world, StepResult result, const check::Checker& checker);

}  // namespace rmasim::sim
