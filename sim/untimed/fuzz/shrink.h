// Shrinks a failing random program to a small one that fails in the same way, with a short order of steps.
// Deterministic, and bounded by the number of runs.
#pragma once

#include "sim/untimed/fuzz/legality.h"
#include "sim/untimed/fuzz/program_runner.h"

namespace rmasim::fuzz {

struct ShrinkLimits {
    unsigned orders = 30;              // a smaller program counts as correct if it passes in so many orders
    std::uint64_t runs = 60'000;       // maximum for all smaller programs together
    unsigned orders_at_the_end = 500;  // orders of the smallest program, to find a short order that fails
};

struct Shrunk {
    RandomProgram program;
    Finding finding;
    std::uint64_t runs = 0;  // number of runs that shrinking took
};

// Returns why a program is illegal; empty for a legal one.
using Illegality = std::string (*)(const RandomProgram&);

// Shrinks `program`. `seed` is the run of `program` that found `finding`. Illegal programs are not tried.
Shrunk shrink(const RandomProgram& program, const Finding& finding, std::uint64_t seed, const ShrinkLimits& limits = {},
              Illegality illegality = fuzz::illegality);

}  // namespace rmasim::fuzz
