// Numbers, nouns and columns in text output.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

// ---- Numbers and nouns in text output.

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

// ---- The width of columns of names, such as packet kinds. Long names must not move the next column.

inline constexpr int usual_name_width = 30;

// The width of a column: at least `min_width`, and at least the length of the longest name in `pairs`.
template <class Pairs>
int name_width(const Pairs& pairs, int min_width = usual_name_width) {
    int width = min_width;
    for (const auto& [name, figure] : pairs) width = std::max(width, static_cast<int>(std::string_view(name).size()));
    return width;
}

}  // namespace rmasim::sim
