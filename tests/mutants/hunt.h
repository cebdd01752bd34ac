// Searches for bugs in the core by exploring small worlds, by random programs, and by the message sequences. Users have
// the first two.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

// A finding, and the check and run that reported it.
struct Catch {
    std::string by;     // "deadlock", "locks are granted in order", ...
    std::string what;   // one line
    std::string where;  // the world, the seed
};

struct Hunt {
    std::optional<Catch> caught;
    // Number of runs. Explore: in the world that caught the bug, 0 if that is unknown; if no world did, in all worlds.
    // Fuzz and sequences: of all.
    std::uint64_t runs = 0;
};

inline constexpr std::uint64_t max_runs_a_world = 5000;
inline constexpr std::uint64_t max_fuzz_runs = 1000;

// Explores one world after the other and stops at the first bad outcome. `family`: only worlds of that family; empty:
// all. `world`: only that world; empty: all.
Hunt by_explore(const std::string& family, const std::string& world = "");
// Runs random programs of the family with seeds from 1 on. Empty: New RMA's.
Hunt by_fuzz(const std::string& family, std::uint64_t max_runs = max_fuzz_runs);
// Runs the sequences in the order of their names, and stops at the first that differs. `name`: only sequences of that
// name, or one sequence if the name begins with its family: "newrma/lock-put-unlock".
Hunt by_sequences(const std::string& name = "");
std::vector<std::string> sequence_names();  // with their families

}  // namespace rmasim::mutants
