// Random numbers for tests whose seeds must always have the same results (tests/memmodel/MUTANTS.md). The functions
// that choose with these numbers are in sim/scenario/expression/picks.h.
#pragma once

#include <cstdint>
#include <random>

namespace rmasim {

class Twister {
public:
    explicit Twister(std::uint64_t seed) : engine_(seed) {}
    std::uint64_t below(std::uint64_t n) { return engine_() % n; }

private:
    std::mt19937_64 engine_;
};

}  // namespace rmasim
