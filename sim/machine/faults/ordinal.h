// Ordinal numbers as text.
#pragma once

#include <cstdint>
#include <string>

namespace rmasim::sim {

// Returns the number as an English ordinal: "1st", "2nd", "11th".
inline std::string ordinal(std::uint64_t number) {
    const std::uint64_t ones = number % 10;
    const bool teens = number / 10 % 10 == 1;
    const char* const end = teens || ones == 0 || ones > 3 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : "rd";
    return std::to_string(number) + end;
}

}  // namespace rmasim::sim
