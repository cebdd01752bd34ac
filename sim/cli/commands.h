// The verbs of the command line, one file each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

struct RunOptions {
    std::string file;
    std::vector<std::string> settings;  // --set
    std::optional<std::uint64_t> seed;
    std::string format = "text";  // or "json"
    std::string schedule;         // a path, or empty
    bool check = false;           // every invariant
    std::string trace;            // a path, or empty
    std::string memory;           // a path, or empty
};

struct ExploreOptionsOfUser {
    std::string file;
    std::vector<std::string> settings;  // --set
    std::uint64_t limit = 10'000'000;   // executions; 0: none
    std::string reduction = "dynamic";  // or "none"
    bool first = false;                 // stop at the first failing execution
    std::string format = "text";        // or "json"
    std::string out;                    // a folder for schedules, or empty
};

// Each returns the exit code. Bad input comes out as BadInput, its file already named.
int run_command(const RunOptions& options);
int explore_command(const ExploreOptionsOfUser& options);
int validate_command(const std::vector<std::string>& files);

}  // namespace rmasim::sim
