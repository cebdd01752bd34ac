// Looks for whatever is wrong with the core in the two ways that users have: every order of small worlds, and random
// programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::mutants {

struct Catch {
    std::string by;     // "deadlock", "locks are first come, first served", ...
    std::string what;   // one line
    std::string where;  // the world, the seed
};

struct Hunt {
    std::optional<Catch> caught;
    std::uint64_t runs = 0;  // by explore: of the world where it was caught, else of all; by fuzz: of all
};

inline constexpr std::uint64_t most_runs_a_world = 5000;
inline constexpr std::uint64_t most_fuzz_runs = 1000;

// World after world; the first bad end is the catch.
Hunt by_explore();
// Random programs of the seeds from 1 on.
Hunt by_fuzz();

}  // namespace rmasim::mutants
