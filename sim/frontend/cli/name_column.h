// Columns of names, such as kinds of packets, that push no figure out of its own.
#pragma once

#include <algorithm>
#include <string_view>

namespace rmasim::sim {

inline constexpr int usual_name_width = 30;

// The width of the column: the usual one, unless one of the pairs has a longer name.
template <class Pairs>
int name_width(const Pairs& pairs, int least = usual_name_width) {
    int width = least;
    for (const auto& [name, figure] : pairs) width = std::max(width, static_cast<int>(std::string_view(name).size()));
    return width;
}

}  // namespace rmasim::sim
