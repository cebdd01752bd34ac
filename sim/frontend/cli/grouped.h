// Numbers and nouns in text output.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

// A number with thousands separators: "1,234,567".
std::string grouped(std::uint64_t number);
// An expected or actual value with thousands separators: "at least 3360" becomes "at least 3,360". If the text contains
// no whole number, the function returns the text unchanged.
std::string grouped_figure(const std::string& text);
// The singular or plural of a noun: "run" for 1, otherwise "runs". `many` is the plural. Without `many`, the plural is
// `one` with an s.
std::string noun(std::uint64_t number, std::string_view one, std::string_view many = {});
// A number and its noun: "1 run", "2 runs".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace rmasim::sim
