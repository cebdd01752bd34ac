// What options of the command line accept; errors are in our own words.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::sim {

// CLI11 reads "-1" as 2^64 - 1, and 10^20 as 2^64 - 1.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
CLI::Validator one_of_these(const std::vector<std::string>& names);
CLI::Validator time_limit();

}  // namespace rmasim::sim
