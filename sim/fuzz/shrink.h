// From a random program that fails to a small one that fails in the same way, and a short order in which it does.
// Deterministic, and bounded by the number of runs.
#pragma once

#include "sim/fuzz/legality.h"
#include "sim/fuzz/trial.h"

namespace rmasim::fuzz {

struct ShrinkLimits {
    unsigned orders = 30;              // that a smaller program is played in before it passes for sound
    std::uint64_t runs = 60'000;       // of all smaller programs together
    unsigned orders_at_the_end = 500;  // of the smallest, for a short one that fails
};

struct Shrunk {
    RandomProgram program;
    Finding finding;
    std::uint64_t runs = 0;  // made on the way
};

// Says what is wrong with a program, or nothing.
using Illegality = std::string (*)(const RandomProgram&);

// `seed`: of the run of `program` that found `finding`. Programs that are illegal are not looked at.
Shrunk shrink(const RandomProgram& program, const Finding& finding, std::uint64_t seed, const ShrinkLimits& limits = {},
              Illegality illegality = fuzz::illegality);

}  // namespace rmasim::fuzz
