// The verbs of the command line, one file each.
#pragma once

#include "sim/cli/load.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct RunOptions {
    std::string file;
    Changes changes;  // --patch, --set
    std::optional<std::uint64_t> seed;
    std::string format = "text";  // or "json"
    std::string schedule;         // a path, or empty
    bool check = false;           // every invariant
    std::string trace;            // a path, or empty
    std::string memory;           // a path, or empty
};

struct ExploreOptionsOfUser {
    std::string file;
    Changes changes;                    // --patch, --set
    std::uint64_t limit = 10'000'000;   // executions; 0: none
    std::string reduction = "dynamic";  // or "none"
    bool first = false;                 // stop at the first failing execution
    std::string format = "text";        // or "json"
    std::string out;                    // a folder for schedules, or empty
};

inline constexpr std::uint64_t most_fuzz_seed = INT64_MAX;  // and runs

struct FuzzOptions {
    std::uint64_t seed = 1;     // of the first run
    std::uint64_t runs = 1000;  // one seed after another
    unsigned jobs = 1;
    std::string family;     // its name
    std::string out = ".";  // a folder for what is found
    bool verbose = false;   // a line a run, however many
};

// Each returns the exit code. Bad input comes out as BadInput, its file already named.
int run_command(const RunOptions& options);
int explore_command(const ExploreOptionsOfUser& options);
int fuzz_command(const FuzzOptions& options);
int validate_command(const std::vector<std::string>& files);

}  // namespace rmasim::sim
