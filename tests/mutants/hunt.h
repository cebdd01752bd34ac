// Looks for whatever is wrong with the core, by the two ways users have: every order of small worlds, and random
// programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::mutants {

struct Catch {
    std::string where;       // the world, or the seed
    std::uint64_t runs = 0;  // of that world; or all, of random programs
    std::string by;          // "deadlock", "exclusive_alone", ...
    std::string what;        // in words
};

// The first world in which some order ends badly; `least_runs` looks in all of them for the one that shows it soonest.
std::optional<Catch> by_explore(std::uint64_t most_runs_a_world);
std::optional<Catch> by_fuzz(std::uint64_t most_runs);

}  // namespace rmasim::mutants
