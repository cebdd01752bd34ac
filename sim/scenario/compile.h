// From call lists to programs. Everything here raises BadInput.
#pragma once

#include "sim/scenario/json_reader.h"
#include "sim/scenario/ranks.h"
#include "sim/scenario/scenario.h"

#include <span>

namespace rmasim::sim {

// One program that runs `lists` one after another; the variables of one list are unknown to the next. What is constant
// is checked here (targets, displacements, counts, window bounds), the rest when it runs.
Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        Family family = Family::newrma);

}  // namespace rmasim::sim
