// Shrinks a failing random program to a small program that fails in the same way, with a short order of steps.
// Shrinking is deterministic, and has a maximum number of runs.
#pragma once

#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/run/program_runner.h"

namespace rmasim::fuzz {

struct ShrinkLimits {
    unsigned orders = 30;         // a smaller program counts as correct if it passes in this number of orders
    std::uint64_t runs = 60'000;  // maximum number of runs of all smaller programs together
    // When the program cannot be shrunk further, this number of orders is tried to find a short order that fails.
    unsigned orders_at_the_end = 500;
};

struct Shrunk {
    RandomProgram program;
    Finding finding;
    std::uint64_t runs = 0;  // number of runs that shrinking took
};

// A function that returns the rule that a program breaks, as text; empty for a legal program.
using Illegality = std::string (*)(const RandomProgram&);

// Shrinks `program`. `seed` is the seed of the run that had finding `finding`. Smaller programs that are illegal
// according to `illegality` are not tried.
Shrunk shrink(const RandomProgram& program, const Finding& finding, std::uint64_t seed, const ShrinkLimits& limits = {},
              Illegality illegality = fuzz::illegality);

}  // namespace rmasim::fuzz
