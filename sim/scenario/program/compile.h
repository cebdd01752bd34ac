// The compiler that translates call lists to programs. Errors are raised as BadInput.
#pragma once

#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/scenario.h"
#include "sim/scenario/program/ranks.h"

#include <span>

namespace rmasim::sim {

// Compiles one program that executes `lists` one after another. Each list has its own variables. The compiler checks
// constant values (targets, displacements, counts, window bounds). The run checks all other values. The compiler
// appends new names of flags to `flags`.
Program compile_program(std::span<const JsonValue> lists, RankReader& ranks, const std::vector<WindowSettings>& windows,
                        const Family& family, std::vector<std::string>& flags,
                        const std::vector<WindowSettings>& buffers = {},
                        const CommunicatorTable* communicators = nullptr,
                        std::span<const ReductionOperator> operators = {});

}  // namespace rmasim::sim
