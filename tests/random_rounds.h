// The number of random programs that a test generates. Default and slow tests generate only a part of the programs
// (RMASIM_FEWER=8: an eighth). The long tests, and tests that are started by hand, generate all programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace rmasim {

// Returns the number in the environment variable `name`; `otherwise` if the variable is not set.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const wanted = std::getenv(name);
    return wanted == nullptr ? otherwise : std::strtoull(wanted, nullptr, 10);
}

// Returns `all`, or the part of it that the environment requests.
inline std::uint64_t random_rounds(std::uint64_t all) { return (all - 1) / from_environment("RMASIM_FEWER", 1) + 1; }

// Returns the stride through a complete list, such as the project's scenarios. The stride is 1, or 3 if the environment
// requests only a part of the random programs. The long tests use 1.
inline std::size_t random_stride() { return from_environment("RMASIM_FEWER", 1) > 1 ? 3 : 1; }

}  // namespace rmasim
