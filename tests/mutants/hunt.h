// Searches for bugs in the core in three ways: by exploring small worlds, by random programs, and by the message
// sequences. Users of rmasim have the first two ways, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::mutants {

// A finding, with the check and the run that reported it.
struct Catch {
    std::string by;     // "deadlock", "locks are granted in order", ...
    std::string what;   // one line
    std::string where;  // the world or the seed
};

struct Hunt {
    std::optional<Catch> caught;
    // Number of runs. For `by_explore`: the runs in the world that caught the bug, or 0 if their number is unknown. If
    // no world caught it, the runs in all worlds. For `by_fuzz` and `by_sequences`: all runs.
    std::uint64_t runs = 0;
};

inline constexpr std::uint64_t max_runs_a_world = 5000;
inline constexpr std::uint64_t max_fuzz_runs = 1000;

// Explores one world after the other, and stops at the first bad outcome. If `family` is not empty, explores only
// worlds of that family. If `world` is not empty, explores only that world.
Hunt by_explore(const std::string& family, const std::string& world = "");
// Runs random programs of the family, with seeds from 1 on. If `family` is empty, runs programs of New RMA.
Hunt by_fuzz(const std::string& family, std::uint64_t max_runs = max_fuzz_runs);
// Runs the sequences in the order of their names, and stops at the first sequence whose output differs. If `name` is
// not empty, runs only sequences of that name. If the name begins with a family, runs only one sequence:
// "newrma/lock-put-unlock".
Hunt by_sequences(const std::string& name = "");
std::vector<std::string> sequence_names();  // names that begin with the family

}  // namespace rmasim::mutants
