// The failure of a single run: a replay has executed one order, and reports how the run failed.
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

// Returns the gravest failure of a run whose last step had the result `result`. Nullopt if there is none. Values that
// a scenario expects are not compared.
std::optional<FailureOfRun> failure_of(const ExploredWorld& world, StepResult result, const check::Checker& checker);

}  // namespace rmasim::sim
