// Selection of the findings that the report of a program contains. Each pair of source locations counts once, since a
// compiler may have made several accesses from one statement.
#pragma once

#include "sim/timed/outcome.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rmasim::sim::semantics {

struct Suppression {
    enum class Of : std::uint8_t { file, function };
    Of of = Of::file;
    std::string name;  // "halo.c", "fill"
};

// Parses lines such as "file:halo.c" and "function:fill". Empty lines and lines that begin with '#' are ignored. `path`
// is for errors. Raises BadInput.
std::vector<Suppression> suppressions_in(const std::string& text, const std::string& path);

// Removes findings with an access at a suppressed location. Of the others, the first `max` are kept.
void select(Report& report, const std::vector<Suppression>& suppressions, std::size_t max);

}  // namespace rmasim::sim::semantics
