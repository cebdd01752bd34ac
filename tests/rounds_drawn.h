// The number of random programs that a test draws. Default and slow tests draw a part of them (RMASIM_FEWER=8: an
// eighth); the long tests, and whoever runs a test by hand, draw all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace rmasim {

// A number from the environment.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* const wanted = std::getenv(name);
    return wanted == nullptr ? otherwise : std::strtoull(wanted, nullptr, 10);
}

// `all` of them, or the part that is asked for.
inline std::uint64_t rounds_drawn(std::uint64_t all) { return (all - 1) / from_environment("RMASIM_FEWER", 1) + 1; }

// Of a list that is gone through whole, such as the project's scenarios: all, or every third where few random programs
// are drawn. The long tests take all.
inline std::size_t stride_drawn() { return from_environment("RMASIM_FEWER", 1) > 1 ? 3 : 1; }

}  // namespace rmasim
