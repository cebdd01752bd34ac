// The width of columns of names, such as packet kinds. Long names must not move the next column.
#pragma once

#include <algorithm>
#include <string_view>

namespace rmasim::sim {

inline constexpr int usual_name_width = 30;

// The width of a column: at least `min_width`, and at least the length of the longest name in `pairs`.
template <class Pairs>
int name_width(const Pairs& pairs, int min_width = usual_name_width) {
    int width = min_width;
    for (const auto& [name, figure] : pairs) width = std::max(width, static_cast<int>(std::string_view(name).size()));
    return width;
}

}  // namespace rmasim::sim
