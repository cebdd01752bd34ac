// Validators for options of the command line. Their error messages have the form of BadInput.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::sim {

// Accepts whole numbers in a range. Without it, CLI11 reads "-1" and 10^20 as 2^64 - 1.
CLI::Validator whole_number(std::uint64_t min, std::uint64_t max);
CLI::Validator one_of_these(const std::vector<std::string>& names);
CLI::Validator time_limit();

}  // namespace rmasim::sim
