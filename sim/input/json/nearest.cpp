#include "sim/input/json/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace rmasim::sim {

namespace {

// Levenshtein's distance: insertions, deletions and substitutions of a character, row by row.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t substituted = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

std::string names_allowed(std::string_view written, std::span<const std::string_view> names) {
    if (names.empty()) return "nothing here";
    constexpr std::size_t most_listed = 64;
    std::string list;
    std::size_t listed = 0;
    std::string_view nearest = names.front();
    const std::string_view start = written.substr(0, 64);  // longer names are not misspelt, and would cost time
    for (const std::string_view name : names) {
        if (listed++ < most_listed) list += (list.empty() ? "one of \"" : ", \"") + std::string(name) + '"';
        if (edit_distance(start, name) < edit_distance(start, nearest)) nearest = name;
    }
    if (listed > most_listed) list += ", ...";
    const bool close = edit_distance(start, nearest) <= nearest.size() / 2 + 1;
    return close ? list + "; did you mean \"" + std::string(nearest) + "\"?" : list;
}

}  // namespace rmasim::sim
