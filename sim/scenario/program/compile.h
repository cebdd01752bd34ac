// Compiles call lists to programs. Everything here raises BadInput.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"
#include "sim/scenario/program/ranks.h"

#include <span>

namespace rmasim::sim {

// One program that runs `lists` one after another; a list does not see the variables of another. Constant values
// (targets, displacements, counts, window bounds) are checked here, others when the program runs. New names of flags
// are appended to `flags`.
Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        const Family& family, std::vector<std::string>& flags,
                        const std::vector<WindowSettings>& buffers = {},
                        const CommunicatorTable* communicators = nullptr);

}  // namespace rmasim::sim
