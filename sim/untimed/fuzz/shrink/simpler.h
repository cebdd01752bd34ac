// Generates variants of a program for the shrinker. Each variant has one simplification: for example a setting at its
// default, or one element instead of many.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

namespace rmasim::fuzz {

// `simpler_settings` simplifies settings, and `simpler_calls` simplifies calls. Each function returns one variant for
// each simplification, the most useful first. The list is empty if nothing can be simplified.
std::vector<RandomProgram> simpler_settings(const RandomProgram& program);
std::vector<RandomProgram> simpler_calls(const RandomProgram& program);

}  // namespace rmasim::fuzz
