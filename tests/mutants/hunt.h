// Looks for bugs in the core in the two ways that users have, all orders of small worlds and random programs, and with
// the message sequences.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Catch {
    std::string by;     // "deadlock", "locks are granted in their order", ...
    std::string what;   // one line
    std::string where;  // the world, the seed
};

struct Hunt {
    std::optional<Catch> caught;
    // Explore: in the world that caught the bug, 0 where that is unknown, otherwise in all worlds. Fuzz and sequences:
    // in all.
    std::uint64_t runs = 0;
};

inline constexpr std::uint64_t max_runs_a_world = 5000;
inline constexpr std::uint64_t max_fuzz_runs = 1000;

// Explores one world after the other and stops at the first bad outcome.
// `family`: in worlds of that family only; empty: in all. `world`: in that one only; empty: in all.
Hunt by_explore(const std::string& family, const std::string& world = "");
// Runs random programs with seeds from 1 on; empty: New RMA's.
Hunt by_fuzz(const std::string& family, std::uint64_t max_runs = max_fuzz_runs);
// Runs the sequences in the order of their names, and stops at the first that differs. `name`: only those of that name,
// or the one, if the name begins with its family: "newrma/lock-put-unlock".
Hunt by_sequences(const std::string& name = "");
std::vector<std::string> sequence_names();  // with their families

}  // namespace rmasim::mutants
