// From call lists to programs. Everything here raises BadInput.
#pragma once

#include "sim/input/json/json_reader.h"
#include "sim/input/model/scenario.h"
#include "sim/input/program/ranks.h"

#include <span>

namespace rmasim::sim {

// One program that runs `lists` one after another; the variables of one list are unknown to the next. What is constant
// is checked here (targets, displacements, counts, window bounds), the rest when it runs.
Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        const Family& family);

}  // namespace rmasim::sim
